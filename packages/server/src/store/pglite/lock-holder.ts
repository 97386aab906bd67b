import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { hasLifeline } from "./lifeline.ts";

const run = promisify(execFile);

/** Identifies the process that holds a folder, even after its process id is reused. */
export interface Holder {
  pid: number;
  /** Start time of the process, as the system formats it; null if unknown. */
  started: string | null;
  /** Boot id of the machine; null if unknown. */
  boot: string | null;
  /** PID namespace of `pid`, as containers have their own; null if unknown. */
  numbering: string | null;
  host: string;
  /** Socket file that answers while the process lives; null if the folder cannot hold one. */
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

/** True in doubt: a wrong "alive" is an error message, a wrong "dead" loses data. */
export async function isAlive(holder: Holder): Promise<boolean> {
  // An earlier boot of this machine is over. Another machine that shares the folder cannot be checked.
  if (holder.boot !== (await readBoot())) return holder.host !== hostname();
  // Another PID namespace, of a neighbouring container or of this one before a crash: only the kernel knows.
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
    // The process exists, but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function readStarted(pid: number): Promise<string | null> {
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name in parentheses may contain spaces and parentheses itself; the 22nd field is the 20th after it.
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
