import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTimeLimit } from "../../../../core/start-time-limit.ts";
import { childArguments } from "./child-arguments.ts";

/** Time limit for starting the process, long for a machine under load. Nothing of the template runs meanwhile. */
const START_MS = 20_000;
/** If the server is gone, the process ends itself this much after its time limit. */
const ORPHAN_MS = 1000;
const READY = "ready\n";

/** `line` is the answer. Otherwise `ended` says why there is none: time limit, memory or another failure. */
export type ChildEnd = { line: string } | { ended: "time" | "memory" | "failed" };

export interface ChildJob {
  /** JSON. */
  job: Record<string, unknown>;
  milliseconds: number;
  /** Maximum size of the answer; a process that writes more is killed. */
  mostBytes: number;
}

/**
 * Starts a process for one job and waits until it is gone. The process gets nothing of ours: no environment but the zone UTC, an
 * empty folder, no terminal, and two pipes, of which at most `mostBytes` are read. Throws the signal's reason when aborted.
 */
export async function runChild(task: ChildJob, signal?: AbortSignal): Promise<ChildEnd> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-template-"));
  try {
    const end = await talk(task, folder, signal);
    signal?.throwIfAborted();
    return end;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function talk({ job, milliseconds, mostBytes }: ChildJob, cwd: string, signal?: AbortSignal): Promise<ChildEnd> {
  const child = spawn(process.execPath, childArguments(), { cwd, env: { TZ: "UTC" }, stdio: ["pipe", "pipe", "ignore"] });
  let end: ChildEnd | undefined;
  const stop = (why: ChildEnd): void => {
    end ??= why;
    child.kill("SIGKILL");
  };
  const abort = (): void => stop({ ended: "failed" });
  signal?.addEventListener("abort", abort);
  const endStart = startTimeLimit(START_MS, abort);
  let endRun: (() => void) | undefined;
  let overAt = Infinity;

  const text = new TextDecoder();
  let [said, bytes, isReady] = ["", 0, false];
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) return stop({ ended: "failed" });
    said += text.decode(chunk, { stream: true });
    if (!isReady && said.startsWith(READY)) {
      isReady = true;
      said = said.slice(READY.length);
      endStart();
      endRun = startTimeLimit(milliseconds, () => stop({ ended: "time" }));
      overAt = performance.now() + milliseconds;
      child.stdin.end(JSON.stringify({ ...job, selfMilliseconds: milliseconds + ORPHAN_MS }));
    }
    if (said.endsWith("\n")) stop({ line: said });
  });
  // The process may die during the write; how it ended is what counts.
  child.stdin.on("error", () => undefined);

  try {
    return await new Promise<ChildEnd>((resolve, reject) => {
      child.on("error", reject);
      // V8 aborts when the heap is full; the system's out-of-memory guard kills.
      child.on("close", (code, killedBy) => {
        const isMemory = killedBy === "SIGABRT" || killedBy === "SIGKILL" || killedBy === "SIGTRAP" || code === 134;
        // After a pause of this process the other one may have ended itself first.
        const isLate = performance.now() >= overAt;
        resolve(end ?? { ended: isMemory ? "memory" : isLate ? "time" : "failed" });
      });
    });
  } finally {
    endStart();
    endRun?.();
    signal?.removeEventListener("abort", abort);
  }
}
