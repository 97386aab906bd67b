import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions, type Results, types } from "@electric-sql/pglite";
import { readInt8 } from "../read-int8.ts";
import { DurableFs, type DurableFsOptions } from "./durable-fs.ts";
import { keepByteOrderMarks } from "./keep-byte-order-marks.ts";
import type { WorkerAnswer, WorkerError, WorkerRequest, WorkerResult, WorkerStart } from "./worker-messages.ts";

// PGlite runs statements to the end without giving way, so it has a thread of its own; the server's stays responsive.

const ERROR_FIELDS = [
  "code",
  "severity",
  "detail",
  "hint",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
] as const;

/** SQLSTATE of a fault that is not PostgreSQL's answer and does not pass: a value that PGlite cannot send. */
const INTERNAL_ERROR = "XX000";

/** Fewer buffers keep the process small; less write-ahead log keeps the folder small, as nothing else checkpoints here. */
const SETTINGS = ["shared_buffers=16MB", "max_wal_size=64MB"];
/** PGlite's fdatasync does nothing, so the log must use fsync. */
const DURABLE_SETTINGS = ["fsync=on", "wal_sync_method=fsync", "synchronous_commit=on"];

if (!parentPort) throw new Error("this file is a worker thread's");
const port = parentPort;
const start = workerData as WorkerStart;
keepByteOrderMarks();
const disk = start.folder === undefined ? undefined : await openDisk(start.folder, start);
const database = await openEngine();
if (disk && start.fsync) await assertSyncs(disk);
port.on("message", (request: WorkerRequest) => void handle(request));
answer({ kind: "ready" });

function answer(message: WorkerAnswer): void {
  port.postMessage(message);
}

/** Ends the thread in the middle of the statement, so that nothing after the failure can be acknowledged. */
function die(error: Error): never {
  answer({ kind: "fatal", message: error.message });
  process.exit(1);
}

async function openDisk(folder: string, { diskModule }: WorkerStart): Promise<DurableFs> {
  const options: DurableFsOptions = { folder, onSyncError: die };
  if (diskModule === undefined) return new DurableFs(options);
  const module = (await import(diskModule)) as Pick<DurableFsOptions, "wrapDisk">;
  return new DurableFs({ ...options, ...module });
}

async function openEngine(): Promise<PGlite> {
  const settings = disk && start.fsync ? [...SETTINGS, ...DURABLE_SETTINGS] : SETTINGS;
  const shipped = disk && start.fsync ? PGlite.defaultStartParams.filter((param) => param !== "-F") : PGlite.defaultStartParams;
  const options: PGliteOptions = {
    startParams: [...shipped, ...settings.flatMap((setting) => ["-c", setting])],
    parsers: { [types.INT8]: readInt8 },
  };
  if (disk) options.fs = disk;
  if (start.archive) options.loadDataDir = new Blob([Uint8Array.from(start.archive)]);
  return PGlite.create(options);
}

/** One committed write must sync at least once; a PGlite whose internals moved would otherwise lose data in silence. */
async function assertSyncs(durable: DurableFs): Promise<void> {
  const before = durable.syncCount;
  await database.query("select pg_logical_emit_message(true, 'countersign', 'is this synced?')");
  if (durable.syncCount === before) die(new Error("a commit did not reach the disk: this PGlite does not sync its files"));
}

async function handle(request: WorkerRequest): Promise<void> {
  const { id } = request;
  try {
    answer({ kind: "result", id, result: await perform(request) });
  } catch (error) {
    if (!isAnswer(error) && !(await answersStill())) die(error instanceof Error ? error : new Error(String(error)));
    answer({ kind: "error", id, error: describeError(error) });
  }
  if (request.do === "close") process.exit(0);
}

/** PostgreSQL's own words about a statement carry a SQLSTATE; after FATAL or PANIC there is no session any more. */
function isAnswer(error: unknown): boolean {
  const { code, severity } = Object(error) as { code?: unknown; severity?: unknown };
  return typeof code === "string" && severity !== "FATAL" && severity !== "PANIC";
}

/** Whether PostgreSQL fell over, or only a value could not be read. A database that is gone must not live on as one that fails. */
async function answersStill(): Promise<boolean> {
  return database.query("select 1").then(
    () => true,
    () => false,
  );
}

async function perform(request: WorkerRequest): Promise<WorkerResult> {
  switch (request.do) {
    case "run":
      return request.parameters.length === 0
        ? readResult((await database.exec(request.text)).at(-1))
        : readResult(await database.query<Record<string, unknown>>(request.text, [...request.parameters]));
    case "dump": {
      const archive = await database.dumpDataDir("none");
      return { rows: [], affectedRows: 0, archive: new Uint8Array(await archive.arrayBuffer()) };
    }
    case "close":
      await database.close();
      return { rows: [], affectedRows: 0 };
  }
}

function readResult(results: Results | undefined): WorkerResult {
  return { rows: (results?.rows ?? []) as WorkerResult["rows"], affectedRows: results?.affectedRows ?? 0 };
}

function describeError(error: unknown): WorkerError {
  if (!(error instanceof Error)) return { message: String(error), fields: { code: INTERNAL_ERROR } };
  const given = error as Partial<Record<(typeof ERROR_FIELDS)[number], unknown>>;
  const fields: Record<string, string> = {};
  for (const name of ERROR_FIELDS) if (typeof given[name] === "string") fields[name] = given[name];
  return { message: error.message, fields: { code: INTERNAL_ERROR, ...fields } };
}
