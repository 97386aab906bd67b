import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { credentialsSchema, type Credentials } from "@countersign/protocol";

/** Everything the server keeps beside its database. Only the owner may read it. */
export interface DataFolder {
  databaseFolder: string;
  /** The secret of session cookies, made on first use. */
  readSecret(): Promise<string>;
  /** Keys of stored credentials, where the environment has none. */
  keyFile: { path: string; read(): Promise<string | undefined>; write(text: string): Promise<void> };
  readCredentials(): Promise<Credentials | undefined>;
  writeCredentials(credentials: Credentials): Promise<void>;
}

export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const credentialsPath = join(path, "credentials.json");
  const keyPath = join(path, "secret.key");
  return {
    databaseFolder: join(path, "database"),
    async readSecret() {
      const secretPath = join(path, "secret");
      const known = await readOrNothing(secretPath);
      if (known) return known.trim();
      const secret = randomBytes(32).toString("base64url");
      await writePrivately(secretPath, `${secret}\n`);
      return secret;
    },
    keyFile: {
      path: keyPath,
      read: () => readOrNothing(keyPath),
      write: (text) => writePrivately(keyPath, text),
    },
    async readCredentials() {
      const text = await readOrNothing(credentialsPath);
      if (text === undefined) return undefined;
      const parsed = credentialsSchema.safeParse(JSON.parse(text));
      if (!parsed.success) throw new Error(`${credentialsPath} is not a credentials file; restore it or move it away`);
      return parsed.data;
    },
    writeCredentials: (credentials) => writePrivately(credentialsPath, `${JSON.stringify(credentials, null, 2)}\n`),
  };
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whole or not at all, and never readable by others in between. */
async function writePrivately(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
