import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { credentialsSchema, type Credentials } from "@countersign/protocol";
import { CliFault, EXIT } from "./exit.ts";

export const DEFAULT_DATA_FOLDER = join(homedir(), ".countersign");

export const credentialsPath = (dataFolder: string): string => join(dataFolder, "credentials.json");

/** The addresses and keys the server wrote on its first start. Keys are in no message. */
export async function readCredentials(dataFolder: string): Promise<Credentials> {
  const path = credentialsPath(dataFolder);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? `There is no ${path}.` : `${path} cannot be read (${error.code ?? error.message}).`;
    throw new CliFault(EXIT.usage, why, "Name the server's data folder with --data; `countersign start` makes one.");
  });
  const parsed = credentialsSchema.safeParse(parseOrNull(text));
  if (!parsed.success) {
    throw new CliFault(
      EXIT.usage,
      `${path} is not a credentials file.`,
      "Restore it; the server writes it once, on its first start.",
    );
  }
  return parsed.data;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
