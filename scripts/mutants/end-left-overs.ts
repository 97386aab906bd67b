import { readdirSync, readFileSync } from "node:fs";

/**
 * Ends what runs sources of a copy and nobody ends any more: where a mutant takes away the end of a process, that process would take
 * a processor from everything after it. Linux only; elsewhere the machine keeps it until somebody looks.
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

/** Nothing of one that has ended meanwhile. */
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
    // It ended by itself.
  }
}
