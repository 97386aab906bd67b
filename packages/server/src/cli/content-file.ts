import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { readJson, type ContentExport, type Json } from "@countersign/protocol";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** The server's limit. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Parses a content file as strictly as the server does; the server validates its content, by path. */
export async function readContentFile(path: string): Promise<Json> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? `There is no ${shown(path)}.` : `${shown(path)} cannot be read (${causeOf(error)}).`;
    throw new CliFault(EXIT.usage, why, "Create such a file with `countersign content export <file>`.");
  });
  const read = readJson(text, { maxBytes: MAX_BYTES });
  if (read.ok) return read.value;
  const faults = read.errors.map(({ path: place, message }) => shown(place === "" ? message : `${place} ${message}`));
  const what = read.code === "MALFORMED_JSON" ? "is not JSON" : "cannot be imported";
  throw new CliFault(EXIT.usage, `${shown(path)} ${what}: ${faults.join("; ")}.`);
}

/** Writes a temporary file and renames it, so that a failed write leaves no partial file at `path`. */
export async function writeContentFile(path: string, content: ContentExport, overwrite: boolean): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere && !overwrite) throw new CliFault(EXIT.usage, `${shown(path)} already exists.`, "Use `--force` to overwrite it.");
  const part = `${path}.${process.pid}.part`;
  try {
    await writeFile(part, `${JSON.stringify(content, null, 1)}\n`, { flag: "wx" });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw new CliFault(EXIT.usage, `${shown(path)} cannot be written (${causeOf(error as NodeJS.ErrnoException)}).`);
  }
}

const causeOf = ({ code, message }: NodeJS.ErrnoException): string => code ?? message;
const shown = (text: string): string => renderForTerminal(text, { form: "line" });
