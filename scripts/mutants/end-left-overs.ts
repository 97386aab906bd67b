import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills leftover processes that run sources of a copy. A mutant that removes the end of a process would otherwise leave it
 * using a CPU core during all later tests. Linux only; on other systems the processes stay.
 */
export function endLeftOvers(copy: string): void {
  for (const pid of readProcesses()) {
    if (commandOf(pid).some((word) => word.includes(`${copy}/packages/server/src/tools/`))) endProcess(Number(pid));
  }
}

function readProcesses(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Returns an empty command line for a process that has ended. */
function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}
