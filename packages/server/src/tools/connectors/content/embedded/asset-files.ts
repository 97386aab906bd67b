import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { imageSize } from "image-size";
import type { ElementFile } from "@countersign/protocol";

/** Stores the bytes of assets by their SHA-256 in a folder of the data folder. A stored file never changes. */
export interface AssetFiles {
  /** Resolves once the bytes are on disk; equal bytes are stored once. */
  put(bytes: Buffer, mediaType: string): Promise<ElementFile>;
  read(hash: string): Promise<Buffer | undefined>;
}

export function createAssetFiles(folder: string): AssetFiles {
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash);
  return {
    async put(bytes, mediaType) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const path = pathOf(hash);
      const found = await stat(path).catch(() => undefined);
      if (found?.size !== bytes.length) await write(path, bytes);
      return { hash, mediaType, size: bytes.length, ...measure(bytes, mediaType) };
    },
    async read(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
      return readFile(pathOf(hash)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
    },
  };
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    const parent = await open(dirname(path));
    try {
      await parent.sync();
    } finally {
      await parent.close();
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Dimensions of a picture, as far as its header tells. */
function measure(bytes: Buffer, mediaType: string): { width?: number; height?: number } {
  if (!mediaType.startsWith("image/")) return {};
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    return {};
  }
}
