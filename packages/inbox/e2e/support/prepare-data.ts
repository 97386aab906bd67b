import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATA, startServer } from "./server.ts";

/** Prepares a data folder that servers start with a copy of, because creating a database takes seconds. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-e2e-first-"));
  const { stop } = await startServer(folder);
  await stop();
  process.env[DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
