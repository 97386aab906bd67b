import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Database } from "../packages/server/src/store/database.ts";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import { until } from "../packages/server/test/support/until.ts";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atLeast, atMost, perSecond, type Figure } from "./support/figure.ts";
import { openGate, type BenchGate, type Proposed } from "./support/open-gate.ts";
import { prepareStore } from "./support/prepare-store.ts";
import { runCallers } from "./support/run-callers.ts";
import { runJson } from "./support/run-json.ts";
import { median } from "./support/statistics.ts";

const PEER = fileURLToPath(new URL("langgraph", import.meta.url));
const TIMES = 10;
const RACES = 50;

interface PeerRates {
  proposePerSecond: number;
  approvePerSecond: number;
}

/** How does the gate compare with LangGraph JS and its PostgreSQL saver: same work and server, in turn, at several loads? */
export const askPeer: Question = async (bench) => {
  installPeer();
  const name = "bench_peer";
  const url = await createDatabase(bench.serverUrl, name);
  try {
    return [...(await compareRates(url, bench.quick, bench.say)), ...(await compareRaces(url, bench.quick ? 10 : RACES))];
  } finally {
    await dropDatabase(bench.serverUrl, name);
  }
};

function installPeer(): void {
  if (existsSync(`${PEER}/node_modules/@langchain/langgraph-checkpoint-postgres`)) return;
  const done = spawnSync("npm", ["ci"], { cwd: PEER, stdio: "inherit" });
  if (done.status !== 0) throw new Error("the peer could not be installed: run `npm ci` in bench/langgraph to see why");
}

/** Concurrent callers and total actions: enough for some seconds, so that startup does not dominate. */
const LOADS = [
  { callers: 1, count: 150 },
  { callers: 16, count: 1200 },
  { callers: 64, count: 2400 },
];
const STEPS = ["proposePerSecond", "approvePerSecond"] as const;

async function compareRates(url: string, quick: boolean, say: (figure: Figure) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (figure: Figure): void => say(figures[figures.push(figure) - 1]!);
  const database = await openDatabase({ url, maxConnections: 16 });
  const workspaceIds = await prepareStore(database, 16);
  const gate = await openGate(database, workspaceIds, { concurrency: 64 });
  await runGate(gate, 50, 16, workspaceIds);
  const best = { one: { ...NONE }, agent: { ...NONE } };
  for (const { callers, count: wanted } of LOADS) {
    const count = wanted / (quick ? 5 : 1);
    const runs = { one: [] as PeerRates[], many: [] as PeerRates[], agent: [] as PeerRates[], smallest: [] as PeerRates[] };
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      runs.agent.push(await runJson<PeerRates>(PEER, "run.mjs", url, count, callers));
      runs.one.push(await runGate(gate, count, callers, workspaceIds.slice(0, 1)));
      runs.smallest.push(await runJson<PeerRates>(PEER, "run.mjs", url, count, callers, "smallest", "exit"));
      runs.many.push(await runGate(gate, count, callers, workspaceIds));
    }
    for (const step of STEPS) {
      const rateOf = (name: keyof typeof runs): number => median(runs[name].map((rates) => rates[step]));
      for (const [own, peer, what] of COMPARED) {
        add(compare(`${STEP[step]}, ${callers} caller${callers === 1 ? "" : "s"}, ${what}`, rateOf(own), rateOf(peer)));
      }
      for (const side of ["one", "agent"] as const) best[side][step] = Math.max(best[side][step], rateOf(side));
    }
  }
  // One application on each side: one team's agents share a workspace, and its serial audit log is our hard case.
  for (const step of STEPS) {
    const figure = compare(`${STEP[step]}, each at its best number of callers, 1 workspace`, best.one[step], best.agent[step]);
    add({ ...figure, target: atLeast(figure.ratio, TIMES, "times") });
  }
  await gate.close();
  await database.close();
  return figures;
}

const NONE: PeerRates = { proposePerSecond: 0, approvePerSecond: 0 };

const COMPARED = [
  ["one", "agent", "1 workspace, beside LangGraph"],
  ["one", "smallest", "1 workspace, beside LangGraph's smallest graph"],
  ["many", "agent", "16 workspaces, beside LangGraph"],
] as const;

const compare = (what: string, own: number, peer: number) => ({
  what,
  measured: perSecond(own),
  beside: `LangGraph ${perSecond(peer)}`,
  ratio: own / peer,
});

const STEP = { proposePerSecond: "propose", approvePerSecond: "approve to executed" };

async function runGate(gate: BenchGate, count: number, callers: number, workspaceIds: readonly string[]): Promise<PeerRates> {
  const actions: Proposed[] = [];
  const asked = Array.from({ length: count }, (_, n) => ({
    workspaceId: workspaceIds[n % workspaceIds.length]!,
    record: newRecord(),
  }));
  const proposePerSecond = await runCallers(asked, callers, async ({ workspaceId, record }) => {
    actions.push(await gate.propose(workspaceId, record));
  });
  return { proposePerSecond, approvePerSecond: await runCallers(actions, callers, gate.approveToExecuted) };
}

/** Two reviewers on two servers approve the same action at the same moment. */
async function compareRaces(url: string, trials: number): Promise<Figure[]> {
  const databases = await Promise.all([1, 2].map(() => openDatabase({ url, maxConnections: 4 })));
  const gates: BenchGate[] = [];
  for (const database of databases) gates.push(await openGate(database, ["ws_bench_0"]));
  const [first, second] = gates as [BenchGate, BenchGate];
  const actions: Proposed[] = [];
  let bothSaidYes = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const action = await first.propose("ws_bench_0", newRecord());
    actions.push(action);
    const won = await Promise.all([first.approve(action), second.approve(action)]);
    if (won[0] && won[1]) bothSaidYes += 1;
  }
  // A gate that stops claims nothing more, so an action still approved would be counted as never run.
  await until(
    () => countUnfinished(databases[0]!),
    (left) => left === 0,
  );
  for (const gate of gates) await gate.close();
  for (const database of databases) await database.close();
  const runsOf = ({ recordId }: Proposed): number => gates.reduce((sum, gate) => sum + (gate.runs.get(recordId) ?? 0), 0);
  const twice = actions.filter((action) => runsOf(action) > 1).length;
  const never = actions.filter((action) => runsOf(action) === 0).length;
  const peer = await runJson<{ ranTwice: number }>(PEER, "race.mjs", url, trials);
  return [
    {
      what: `approved twice at once, ${trials} times: ran twice`,
      measured: `${twice}, never ${never}, two winners ${bothSaidYes}`,
      beside: `LangGraph ${peer.ranTwice}`,
      target: atMost(twice + never + bothSaidYes, 0, "wrong"),
    },
  ];
}

async function countUnfinished({ kysely }: Database): Promise<number> {
  const open = kysely.selectFrom("action").select("id").where("status", "in", ["approved", "executing"]);
  return (await open.execute()).length;
}

let records = 0;
const newRecord = (): string => `peer-${(records += 1)}`;
