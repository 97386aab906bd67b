import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../core/parse-json.ts";
import { CliFault, EXIT } from "./exit.ts";

const signInSchema = z.object({ token: z.string(), expiresAt: z.string(), name: z.string() });
/** Read-only token that a person confirmed in the inbox for this command line. */
export type SignIn = z.infer<typeof signInSchema>;
const storeSchema = z.record(z.string(), signInSchema);

/** Sign-ins by server address, in the person's own file, outside the data folder that agents are pointed to. */
export function openSignInStore(configFolder: string) {
  const path = join(configFolder, "sign-in.json");

  async function read(): Promise<z.infer<typeof storeSchema>> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "{}";
      throw new CliFault(EXIT.usage, `${path} cannot be read (${error.code ?? error.message}).`);
    });
    return storeSchema.safeParse(parseJson(text)).data ?? {};
  }

  async function write(store: z.infer<typeof storeSchema>): Promise<void> {
    await mkdir(configFolder, { recursive: true, mode: 0o700 });
    await writeFile(path, `${JSON.stringify(store, null, 2)}\n`, { mode: 0o600 });
    // `writeFile` applies the mode to new files only.
    await chmod(path, 0o600);
  }

  return {
    path,
    /** Returns undefined if nobody is signed in or the sign-in has expired. */
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
