import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATA, startServer } from "./server.ts";

/** A data folder after its first start, for all servers to begin with a copy of it: making a database takes seconds. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-e2e-first-"));
  const { stop } = await startServer(folder);
  await stop();
  process.env[DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
