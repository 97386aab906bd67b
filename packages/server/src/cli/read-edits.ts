import { readFile } from "node:fs/promises";
import { readJson, isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** Merges edits from `--edits <file>` with each `--edit <key>=<json>`, which takes precedence. Undefined if there are none. */
export async function readEdits(file: string | undefined, pairs: readonly string[]): Promise<JsonObject | undefined> {
  if (file === undefined && pairs.length === 0) return undefined;
  const entries = pairs.map(readPair);
  // Sets own keys, including one named `__proto__`.
  return { ...(file === undefined ? {} : await readFileEdits(file)), ...Object.fromEntries(entries) };
}

function readPair(pair: string): [string, Json] {
  const at = pair.indexOf("=");
  if (at < 1) throw new CliFault(EXIT.usage, `--edit ${shown(pair)} does not start with \`key=\`.`, HINT);
  const key = pair.slice(0, at);
  return [key, readStrictly(pair.slice(at + 1), `--edit ${shown(key)}`)];
}

async function readFileEdits(path: string): Promise<JsonObject> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CliFault(EXIT.usage, `--edits ${shown(path)} cannot be read (${error.code ?? error.message}).`);
  });
  const edits = readStrictly(text, `--edits ${shown(path)}`);
  if (!isJsonObject(edits)) throw new CliFault(EXIT.usage, `--edits ${shown(path)} is not a JSON object.`, HINT);
  return edits;
}

const HINT = `Values are JSON: --edit 'path="notes/a.md"', --edit count=3.`;

/** Parses as strictly as the server, so that no input can be read in two ways. */
function readStrictly(text: string, place: string): Json {
  const read = readJson(text);
  if (read.ok) return read.value;
  const faults = read.errors.map(({ path, message }) => shown(path === "" ? message : `${path} ${message}`));
  throw new CliFault(EXIT.usage, `${place}: ${faults.join("; ")}.`, HINT);
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
