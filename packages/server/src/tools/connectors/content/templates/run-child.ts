import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childArguments } from "./child-arguments.ts";

/** A machine under load may take long to start a process, and nothing of the template runs meanwhile. */
const START_MS = 20_000;
/** Where the server is gone, the process ends itself this much after its time. */
const ORPHAN_MS = 1000;
const READY = "ready\n";

/** `line` is what it answered. Else what ended it: our clock, its memory, or something else. */
export type ChildEnd = { line: string } | { ended: "time" | "memory" | "failed" };

export interface ChildJob {
  /** JSON. */
  job: Record<string, unknown>;
  milliseconds: number;
  /** Of the answer; whoever writes more is ended. */
  mostBytes: number;
}

/**
 * Starts a process for one job and waits until it is gone. It has nothing of ours: no environment but the zone UTC, an empty
 * folder, no terminal, and two pipes, of which we read no more than the answer may have. Throws the signal's reason when that ends it.
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
  const starting = setTimeout(abort, START_MS);
  let running: NodeJS.Timeout | undefined;

  const text = new TextDecoder();
  let [said, bytes, isReady] = ["", 0, false];
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) return stop({ ended: "failed" });
    said += text.decode(chunk, { stream: true });
    if (!isReady && said.startsWith(READY)) {
      isReady = true;
      said = said.slice(READY.length);
      clearTimeout(starting);
      running = setTimeout(() => stop({ ended: "time" }), milliseconds);
      child.stdin.end(JSON.stringify({ ...job, selfMilliseconds: milliseconds + ORPHAN_MS }));
    }
    if (said.endsWith("\n")) stop({ line: said });
  });
  // It may die while we write to it; how it ended is what counts.
  child.stdin.on("error", () => undefined);

  try {
    return await new Promise<ChildEnd>((resolve, reject) => {
      child.on("error", reject);
      // V8 aborts when the heap is full; the system's own guard kills.
      child.on("close", (code, killedBy) => {
        const isMemory = killedBy === "SIGABRT" || killedBy === "SIGKILL" || killedBy === "SIGTRAP" || code === 134;
        resolve(end ?? { ended: isMemory ? "memory" : "failed" });
      });
    });
  } finally {
    clearTimeout(starting);
    clearTimeout(running);
    signal?.removeEventListener("abort", abort);
  }
}
