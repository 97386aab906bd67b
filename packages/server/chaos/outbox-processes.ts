import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { OUTBOX_FAILPOINTS } from "../src/engine/failpoint.ts";
import type { OutboxLife } from "./outbox-parts.ts";
import { until } from "./pacing.ts";

const LIFE = fileURLToPath(new URL("outbox-life.ts", import.meta.url));
const PROCESSES = 3;

export type OutboxProcesses = ReturnType<typeof startProcesses>;

/** Processes that are started again when they end, each time with the next failpoint to die at. */
export function startProcesses(life: Omit<OutboxLife, "dieAt" | "chance">) {
  const children = new Set<ChildProcess>();
  /** Where each process takes presses, from when it serves. */
  const urls = new Map<ChildProcess, string>();
  const kills: string[] = [];
  let [chance, started, isStopping] = [0, 0, false];

  function start(): void {
    const dieAt = OUTBOX_FAILPOINTS[(started += 1) % OUTBOX_FAILPOINTS.length]!;
    const words = JSON.stringify({ ...life, dieAt, chance } satisfies OutboxLife);
    const child = spawn(process.execPath, [...process.execArgv, LIFE, words], { stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    child.stdout.once("data", (line: Buffer) => urls.set(child, line.toString().trim()));
    child.once("exit", (_code, signal) => {
      children.delete(child);
      urls.delete(child);
      if (isStopping) return;
      if (signal === "SIGKILL") kills.push(dieAt);
      start();
    });
  }
  function endAll(): void {
    for (const child of children) child.kill("SIGTERM");
  }

  for (let n = 0; n < PROCESSES; n += 1) start();
  return {
    untilServing: (): Promise<void> => until(() => urls.size === PROCESSES),
    /** Addresses at which the processes take presses now. */
    urls: (): string[] => [...urls.values()],
    /** Takes effect in the processes that start from now on; the others end. */
    letDie(next: number): void {
      chance = next;
      endAll();
    },
    /** The failpoints at which a process died. */
    kills: (): ReadonlySet<string> => new Set(kills),
    async stop(): Promise<number> {
      isStopping = true;
      const over = [...children].map((child) => once(child, "exit"));
      endAll();
      await Promise.all(over);
      return kills.length;
    },
  };
}
