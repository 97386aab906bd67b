import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { CliFault, EXIT } from "./exit.ts";

const signInSchema = z.object({ token: z.string(), expiresAt: z.string(), name: z.string() });
/** A token that reads, made by a person in the inbox for this command line. */
export type SignIn = z.infer<typeof signInSchema>;
const storeSchema = z.record(z.string(), signInSchema);

/** Signed-in servers by address, in a file of the person's own, away from the data folder that agents are pointed to. */
export function openSignInStore(configFolder: string) {
  const path = join(configFolder, "sign-in.json");

  async function read(): Promise<z.infer<typeof storeSchema>> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "{}";
      throw new CliFault(EXIT.usage, `${path} cannot be read (${error.code ?? error.message}).`);
    });
    return storeSchema.safeParse(parseOrNull(text)).data ?? {};
  }

  async function write(store: z.infer<typeof storeSchema>): Promise<void> {
    await mkdir(configFolder, { recursive: true, mode: 0o700 });
    await writeFile(path, `${JSON.stringify(store, null, 2)}\n`, { mode: 0o600 });
    // The mode above is for a file that is made; one that was there keeps its own.
    await chmod(path, 0o600);
  }

  return {
    path,
    /** Undefined where nobody is signed in, or no longer. */
    async find(url: string): Promise<SignIn | undefined> {
      const found = (await read())[url];
      return found !== undefined && Date.parse(found.expiresAt) > Date.now() ? found : undefined;
    },
    async keep(url: string, signIn: SignIn): Promise<void> {
      await write({ ...(await read()), [url]: signIn });
    },
    async forget(url: string): Promise<void> {
      const { [url]: _, ...others } = await read();
      await write(others);
    },
  };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
