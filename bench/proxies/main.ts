import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeHost } from "../support/describe-machine.ts";
import type { Figure } from "../support/figure.ts";
import { printTable } from "../support/print-table.ts";
import { writeResults } from "../support/write-results.ts";
import { load, type Target } from "./load.ts";
import { openDirect, openMcpProxy, openOurs, openSupergateway } from "./targets.ts";

// npm run bench:proxies [-- --write]: cost of a call without approval through the gate, and through two plain proxies

const { install } = (await import(new URL("../../scripts/lib/install.mjs", import.meta.url).href)) as {
  install(folder: string): Promise<void>;
};

const { buildWhenStale } = (await import(new URL("../../scripts/lib/build-when-stale.mjs", import.meta.url).href)) as {
  buildWhenStale(): Promise<void>;
};

const ROUNDS = 3;
const LOADS = [
  { callers: 1, calls: 600 },
  { callers: 16, calls: 3000 },
];
/** Clock ticks per second of `/proc/<pid>/stat`. */
const TICKS = 100;
/** The aim is half of the better rival's added time and a third of its CPU time; being worse than the rival in either fails. */
const AIM = { p50: 0.5, cpu: 1 / 3 };

interface Cost {
  p50: number;
  cpu: number;
}

/** CPU time of one process so far, in microseconds, without its children. */
function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1e6;
}

const microseconds = (value: number): string => `${Math.round(value).toLocaleString("en")} µs`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

await install(fileURLToPath(new URL(".", import.meta.url)));
await buildWhenStale();
const targets: Target[] = [];
for (const open of [openDirect, openOurs, openMcpProxy, openSupergateway]) targets.push(await open());
const table: Figure[] = [];
try {
  for (const { callers, calls } of LOADS) {
    const figures = new Map<string, Cost[]>(targets.map(({ name }) => [name, []]));
    for (const target of targets) await load(target, callers, calls);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of targets) {
        const before = target.pid === null ? 0 : cpuMicroseconds(target.pid);
        const { p50Microseconds } = await load(target, callers, calls);
        const used = target.pid === null ? 0 : cpuMicroseconds(target.pid) - before;
        figures.get(target.name)?.push({ p50: p50Microseconds, cpu: used / calls });
      }
    }
    table.push(...compare(callers, figures));
  }
} finally {
  for (const target of targets) await target.close();
}
const text = printTable(table);
console.log(`\n${text}`);
if (process.argv.includes("--write")) {
  await writeResults("The gateway beside other proxies", "npm run bench:proxies -- --write", describeHost(), text);
}
process.exitCode = table.some(({ target }) => target && !target.met) ? 1 : 0;

/** Compares what our gate adds to the upstream's own time with the better of the other proxies. */
function compare(callers: number, costs: ReadonlyMap<string, readonly Cost[]>): Figure[] {
  const of = (name: string): Cost => {
    const all = costs.get(name) ?? [];
    return { p50: median(all.map(({ p50 }) => p50)), cpu: median(all.map(({ cpu }) => cpu)) };
  };
  const direct = of("direct");
  const who = `${callers} caller${callers === 1 ? "" : "s"}`;
  const added = (name: string): Cost => ({ p50: of(name).p50 - direct.p50, cpu: of(name).cpu });
  const figure = (key: keyof Cost, what: string): Figure => {
    const rivals = ["mcp-proxy", "supergateway"].map((name) => ({ name, value: added(name)[key] }));
    const ratio = added("ours")[key] / Math.min(...rivals.map(({ value }) => value));
    return {
      what: `${what} a call that asks nobody, ${who}`,
      measured: microseconds(added("ours")[key]),
      beside: rivals.map(({ name, value }) => `${name} ${microseconds(value)}`).join(", "),
      ratio,
      target: {
        wanted: `< 1 of the better, aim ${AIM[key].toFixed(2)}${ratio <= AIM[key] ? " (reached)" : ""}`,
        met: ratio < 1,
      },
    };
  };
  return [
    { what: `the upstream alone, ${who}`, measured: microseconds(direct.p50) },
    figure("p50", "added p50 of"),
    figure("cpu", "CPU of"),
  ];
}
