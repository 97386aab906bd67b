import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { hasLifeline } from "./lifeline.ts";

const run = promisify(execFile);

/** Who holds a folder, precisely enough to tell it from a later process with the same number. */
export interface Holder {
  pid: number;
  /** When the process started, in the system's own words; null where it cannot be learnt. */
  started: string | null;
  /** The machine's current run, from one start of it to the next. */
  boot: string | null;
  /** In which numbering of processes `pid` counts: containers have their own. */
  numbering: string | null;
  host: string;
  /** A socket file that answers while the process lives; null where the folder cannot hold one. */
  lifeline: string | null;
  since: string;
}

export async function describeSelf(lifeline: string | null): Promise<Holder> {
  return {
    pid: process.pid,
    started: await readStarted(process.pid),
    boot: await readBoot(),
    numbering: await readNumbering(),
    host: hostname(),
    lifeline,
    since: new Date().toISOString(),
  };
}

/** When in doubt, alive: a wrong "alive" is an error message, a wrong "dead" loses data. */
export async function isAlive(holder: Holder): Promise<boolean> {
  // Another run of this machine has ended. Another machine that shares the folder cannot be asked.
  if (holder.boot !== (await readBoot())) return holder.host !== hostname();
  // A container's neighbour, or its own life before a crash; only the kernel knows.
  if (holder.numbering !== (await readNumbering())) return hasLifeline(holder.lifeline);
  if (holder.boot === null && holder.host !== hostname()) return true;
  if (!isRunning(holder.pid)) return false;
  const started = await readStarted(holder.pid);
  return holder.started === null || started === null || started === holder.started;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function readStarted(pid: number): Promise<string | null> {
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name in brackets may hold spaces and brackets itself; the 22nd field is the 20th after it.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  }
  if (process.platform === "win32") return null;
  const output = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return output?.stdout.trim() || null;
}

async function readBoot(): Promise<string | null> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim() || null;
}

async function readNumbering(): Promise<string | null> {
  return readlink("/proc/self/ns/pid").catch(() => null);
}
