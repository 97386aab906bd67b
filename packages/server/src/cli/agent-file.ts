import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { credentialsSchema, type Credentials } from "@countersign/protocol";
import { parseJson } from "../core/parse-json.ts";
import { CliFault, EXIT } from "./exit.ts";

export const agentFilePath = (dataFolder: string): string => join(dataFolder, "agent.json");

/** Reads the addresses and the agent's key, as written by the server on its first start. Error messages contain no keys. */
export async function readAgentFile(dataFolder: string): Promise<Credentials> {
  const path = agentFilePath(dataFolder);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? `There is no ${path}.` : `${path} cannot be read (${error.code ?? error.message}).`;
    throw new CliFault(EXIT.usage, why, "Specify the server's data folder with --data. `countersign start` creates one.");
  });
  const parsed = credentialsSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new CliFault(
      EXIT.usage,
      `${path} does not contain the server's addresses and an agent key.`,
      "Restore the file. The server writes it only once, on its first start.",
    );
  }
  return parsed.data;
}
