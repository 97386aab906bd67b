import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];
// Hooks run last in, first out, so what the test file opened is closed by then.
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Makes a folder that is removed after the tests of the file. */
export async function tempFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `countersign-${name}-`));
  made.push(folder);
  return folder;
}
