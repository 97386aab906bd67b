import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load, type Target } from "./load.ts";
import { openDirect, openMcpProxy, openOurs, openSupergateway } from "./targets.ts";

// npm run bench:proxies: what a call that asks nobody costs through the gate, and through two proxies that gate nothing

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
/** Ticks of `/proc/<pid>/stat` a second. */
const TICKS = 100;
/** The aim is half of the better rival's added time and a third of its CPU; being behind either fails. */
const AIM = { p50: 0.5, cpu: 1 / 3 };

interface Figure {
  p50: number;
  cpu: number;
}

/** CPU of one process so far, in microseconds; of its children nothing. */
function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1e6;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

await install(fileURLToPath(new URL(".", import.meta.url)));
await buildWhenStale();
const targets: Target[] = [];
for (const open of [openDirect, openOurs, openMcpProxy, openSupergateway]) targets.push(await open());
let isMissed = false;
try {
  for (const { callers, calls } of LOADS) {
    const figures = new Map<string, Figure[]>(targets.map(({ name }) => [name, []]));
    for (const target of targets) await load(target, callers, calls);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of targets) {
        const before = target.pid === null ? 0 : cpuMicroseconds(target.pid);
        const { p50Microseconds } = await load(target, callers, calls);
        const used = target.pid === null ? 0 : cpuMicroseconds(target.pid) - before;
        figures.get(target.name)?.push({ p50: p50Microseconds, cpu: used / calls });
      }
    }
    isMissed = !tell(callers, figures) || isMissed;
  }
} finally {
  for (const target of targets) await target.close();
}
process.exitCode = isMissed ? 1 : 0;

/** Prints what each adds to the upstream alone; true when ours is ahead on both figures. */
function tell(callers: number, figures: ReadonlyMap<string, readonly Figure[]>): boolean {
  const of = (name: string): Figure => {
    const all = figures.get(name) ?? [];
    return { p50: median(all.map(({ p50 }) => p50)), cpu: median(all.map(({ cpu }) => cpu)) };
  };
  const direct = of("direct");
  console.log(`\n${callers} caller${callers === 1 ? "" : "s"}: the upstream alone ${direct.p50.toFixed(0)} µs at p50`);
  const added = ["ours", "mcp-proxy", "supergateway"].map((name) => {
    const { p50, cpu } = of(name);
    const figure = { name, p50: p50 - direct.p50, cpu };
    console.log(
      `  ${name.padEnd(13)} adds ${figure.p50.toFixed(0).padStart(6)} µs at p50, ${cpu.toFixed(0).padStart(6)} µs of CPU a call`,
    );
    return figure;
  });
  const [ours, ...rivals] = added;
  const ratios = {
    p50: (ours?.p50 ?? NaN) / Math.min(...rivals.map(({ p50 }) => p50)),
    cpu: (ours?.cpu ?? NaN) / Math.min(...rivals.map(({ cpu }) => cpu)),
  };
  for (const [figure, ratio] of Object.entries(ratios) as [keyof typeof AIM, number][]) {
    const word = ratio <= AIM[figure] ? "aim reached" : ratio < 1 ? `ahead, the aim is ${AIM[figure].toFixed(2)}` : "BEHIND";
    console.log(`  ${figure}: ${ratio.toFixed(2)} of the better one (${word})`);
  }
  return ratios.p50 < 1 && ratios.cpu < 1;
}
