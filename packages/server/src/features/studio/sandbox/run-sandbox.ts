import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import {
  readJson,
  type Json,
  type JsonObject,
  type StudioAccess,
  type StudioFault,
  type StudioLimits,
  type StudioLog,
  type StudioRequest,
} from "@countersign/protocol";
import { z } from "zod";
import { parseJson } from "../../../core/parse-json.ts";
import { startTimeLimit } from "../../../core/start-time-limit.ts";
import { childArguments } from "./child-arguments.ts";
import { createFetchGate, type FetchGate } from "./fetch-gate.ts";

export interface SandboxJob {
  source: string;
  input: JsonObject;
  access: StudioAccess;
  limits: StudioLimits;
}

export type SandboxRun = ({ ok: true; output: Json } | { ok: false; error: StudioFault }) & {
  logs: StudioLog[];
  requests: StudioRequest[];
  durationMs: number;
  /** A request that writes was answered. */
  hasWritten: boolean;
  /** The outcome of a request that writes is unknown, or the run was ended after one. */
  isUncertain: boolean;
};

/** Time limit for starting the process, long for a machine under load. Nothing of the tool runs meanwhile. */
const START_MS = 45_000;
/** The sandbox ends itself at its time limit; if one long step of the language prevents that, it is killed after this. */
const GRACE_MS = 500;
const MAX_LINE_BYTES = 2 * 1024 * 1024;
const MAX_SAID_BYTES = 8 * 1024 * 1024;
const MAX_OUTPUT_BYTES = 256 * 1024;
const MAX_LOGS = 100;
const MAX_LOG = 2000;

const line = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ log: z.enum(["log", "warn", "error"]), text: z.string().max(MAX_LOG) }),
  z.strictObject({ id: z.int().positive(), ask: z.string() }),
  z.strictObject({
    ended: z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true), json: z.string() }),
      z.strictObject({
        ok: z.literal(false),
        code: z.enum(["syntax", "failed", "time", "memory", "stack"]),
        message: z.string().transform((text) => text.slice(0, 1000)),
        line: z.int().positive().optional(),
        column: z.int().positive().optional(),
      }),
    ]),
  }),
]);
type Ended = Extract<z.output<typeof line>, { ended: unknown }>["ended"];
type End = Ended | { ended: "time" | "failed" };

/**
 * Runs an author's code once, in a sandbox within its own process, and leaves nothing of it running. Resolves whatever the code
 * does; an aborted run counts as ended. Throws the system's error if no process can be started.
 */
export async function runSandbox(job: SandboxJob, fetch: typeof globalThis.fetch, signal?: AbortSignal): Promise<SandboxRun> {
  const over = new AbortController();
  const gate = createFetchGate(job.access, fetch, signal ? AbortSignal.any([signal, over.signal]) : over.signal);
  const logs: StudioLog[] = [];
  const startedAt = performance.now();
  const end = await talk(job, gate, logs, signal).finally(() => over.abort());
  const judged = signal?.aborted ? fault("unknown", "The run was cancelled.") : judge(end, job.limits);
  return {
    ...judged,
    logs,
    requests: [...gate.requests],
    durationMs: Math.round(performance.now() - startedAt),
    hasWritten: gate.hasWritten(),
    isUncertain: gate.isUncertain() || (!judged.ok && gate.hasWritten() && WAS_ENDED.has(judged.error.code)),
  };
}

/** The run was cut off, so its remaining writes did not happen. */
const WAS_ENDED: ReadonlySet<string> = new Set(["time", "memory", "stack", "unknown"]);

async function talk(job: SandboxJob, gate: FetchGate, logs: StudioLog[], signal?: AbortSignal): Promise<End> {
  const { source, input, limits } = job;
  const child = spawn(process.execPath, childArguments(limits.megabytes), {
    cwd: tmpdir(),
    env: { TZ: "UTC" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let end: End | undefined;
  const stop = (why: End): void => {
    end ??= why;
    child.kill("SIGKILL");
  };
  const abort = (): void => stop({ ended: "failed" });
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  const endStart = startTimeLimit(START_MS, abort);
  let endRun: (() => void) | undefined;
  const tell = (message: object): void => void (end === undefined && child.stdin.write(`${JSON.stringify(message)}\n`));

  const take = (said: z.output<typeof line>): void => {
    if ("ready" in said) {
      endStart();
      if (endRun) return;
      const milliseconds = limits.seconds * 1000;
      endRun = startTimeLimit(milliseconds + GRACE_MS, () => stop({ ended: "time" }));
      tell({ job: { source, input, milliseconds } });
    } else if ("log" in said) {
      if (logs.length < MAX_LOGS) logs.push({ level: said.log, text: said.text });
      else if (logs.length === MAX_LOGS) logs.push({ level: "warn", text: `Only the first ${MAX_LOGS} lines are kept.` });
    } else if ("ask" in said) {
      const request = readJson(said.ask, { maxBytes: MAX_LINE_BYTES });
      void gate.ask(request.ok ? request.value : undefined).then((answer) => tell({ id: said.id, answer }));
    } else stop(said.ended);
  };

  let [rest, bytes] = [Buffer.alloc(0), 0];
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    rest = Buffer.concat([rest, chunk]);
    if (bytes > MAX_SAID_BYTES || rest.length > MAX_LINE_BYTES) return stop({ ended: "failed" });
    for (let at = rest.indexOf(10); at >= 0 && end === undefined; at = rest.indexOf(10)) {
      const said = line.safeParse(parseJson(rest.subarray(0, at).toString("utf8")));
      rest = rest.subarray(at + 1);
      if (said.success) take(said.data);
      else stop({ ended: "failed" });
    }
  });
  // The process may die during the write; how it ended is what counts.
  child.stdin.on("error", () => undefined);

  try {
    return await new Promise<End>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", () => resolve(end ?? { ended: "failed" }));
    });
  } finally {
    endStart();
    endRun?.();
    signal?.removeEventListener("abort", abort);
  }
}

function judge(end: End, limits: StudioLimits): { ok: true; output: Json } | { ok: false; error: StudioFault } {
  if ("ended" in end) {
    return end.ended === "time"
      ? fault("time", wordsFor("time", limits))
      : fault("unknown", "The sandbox ended without a result. The server is not affected. Change the code and try again.");
  }
  if (!end.ok) {
    const { code, message, line: at = null, column = null } = end;
    return fault(code, code === "failed" || code === "syntax" ? message || SILENT : wordsFor(code, limits), at, column);
  }
  const bytes = Buffer.byteLength(end.json);
  if (bytes > MAX_OUTPUT_BYTES)
    return fault("too_large", `The result has ${bytes} bytes; the limit is ${MAX_OUTPUT_BYTES}. Return less.`);
  const output = readJson(end.json, { maxBytes: MAX_OUTPUT_BYTES });
  if (output.ok) return { ok: true, output: output.value };
  const [first] = output.errors;
  return fault("failed", `The result cannot be stored: ${first?.path ?? ""} ${first?.message ?? "is not JSON"}.`);
}

const SILENT = "The tool failed without a message.";

function wordsFor(code: "time" | "memory" | "stack", { seconds, megabytes }: StudioLimits): string {
  if (code === "time") return `The run exceeded ${seconds} s.`;
  if (code === "memory") return `The run used more than ${megabytes} MB.`;
  return "The recursion or nesting is too deep.";
}

const fault = (
  code: StudioFault["code"],
  message: string,
  at: number | null = null,
  column: number | null = null,
): { ok: false; error: StudioFault } => ({ ok: false, error: { code, message, line: at, column } });
