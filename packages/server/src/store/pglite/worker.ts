import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions, type Results, types } from "@electric-sql/pglite";
import { readInt8 } from "../read-int8.ts";
import { DurableFs, type DurableFsOptions } from "./durable-fs.ts";
import { keepByteOrderMarks } from "./keep-byte-order-marks.ts";
import type { WorkerAnswer, WorkerError, WorkerRequest, WorkerResult, WorkerStart } from "./worker-messages.ts";

// PGlite runs each statement to the end without yielding, so it gets its own thread to keep the server responsive.

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

/** SQLSTATE for a permanent fault that PostgreSQL did not report, such as a value that PGlite cannot send. */
const INTERNAL_ERROR = "XX000";

/** Fewer buffers keep the process small. A smaller write-ahead log keeps the folder small, as nothing else checkpoints here. */
const SETTINGS = ["shared_buffers=16MB", "max_wal_size=64MB"];
/** PGlite's fdatasync does nothing, so the write-ahead log must use fsync. */
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
  if (start.code) options.pgliteWasmModule = start.code;
  if (start.archive) options.loadDataDir = new Blob([Uint8Array.from(start.archive)]);
  return PGlite.create(options);
}

/** Checks that a committed write syncs at least once; a PGlite with changed internals would otherwise lose data silently. */
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

/** Whether PostgreSQL itself reported the error: it then has a SQLSTATE. After FATAL or PANIC the session is gone. */
function isAnswer(error: unknown): boolean {
  const { code, severity } = Object(error) as { code?: unknown; severity?: unknown };
  return typeof code === "string" && severity !== "FATAL" && severity !== "PANIC";
}

/** Whether PostgreSQL still answers, so that only a value was unreadable. A dead database must end the thread. */
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
