import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { actionDigest, sha256Hex } from "../packages/server/src/core/digest.ts";
import { newId } from "../packages/server/src/engine/new-id.ts";
import { recordSettings } from "../packages/server/src/engine/records/record-settings.ts";
import type { Database } from "../packages/server/src/store/database.ts";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import { insertActions } from "../packages/server/src/store/statements/insert-actions.ts";
import { appendEvents, SYSTEM } from "../packages/server/src/store/statements/row.ts";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import type { Figure } from "./support/figure.ts";
import { prepareStore } from "./support/prepare-store.ts";

const COMMAND = fileURLToPath(new URL("../packages/server/src/cli/bin.ts", import.meta.url));
const EVENTS_PER_ACTION = 5;
const BATCH = 1000;
const WATCH_MS = 100;
const DIGITS = /^VmHWM:\s+(\d+) kB$/m;

/** How long does `countersign audit verify` take over a long log, and how much memory does it need? */
export const askAudit: Question = async ({ serverUrl, quick, say }) => {
  const events = quick ? 10_000 : 1_000_000;
  const figures: Figure[] = [];
  for (const kind of ["PostgreSQL", "embedded database"] as const) {
    const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
    const name = "bench_audit";
    const url = kind === "PostgreSQL" ? await createDatabase(serverUrl, name) : undefined;
    try {
      const began = performance.now();
      const database = await openDatabase(url === undefined ? { folder: join(folder, "database") } : { url });
      try {
        await fill(database, events);
      } finally {
        await database.close();
      }
      const filled = secondsSince(began);
      const { seconds, megabytes } = await verify(url === undefined ? ["--data", folder] : ["--database", url]);
      const figure = {
        what: `audit verify, ${kind}, ${events.toLocaleString("en")} events of ${(events / EVENTS_PER_ACTION).toLocaleString("en")} actions`,
        measured: `${seconds.toFixed(1)} s, ${megabytes === undefined ? "memory unknown" : `${megabytes} MB at most`}`,
        beside: `${filled.toFixed(0)} s to write them`,
      };
      say(figure);
      figures.push(figure);
    } finally {
      if (url !== undefined) await dropDatabase(serverUrl, name);
      await rm(folder, { recursive: true, force: true });
    }
  }
  return figures;
};

const secondsSince = (began: number): number => (performance.now() - began) / 1000;

/** Stores actions with events like the engine's: proposed, then changed a few times. */
async function fill(database: Database, events: number): Promise<void> {
  const [workspaceId] = await prepareStore(database, 1);
  await recordSettings(database);
  const by = { kind: "agent", id: `agent_${workspaceId}`, name: "Agent" } as const;
  for (let n = 0; n < events / EVENTS_PER_ACTION; n += BATCH) {
    const actions = Array.from({ length: BATCH }, (_, m) => newAction(workspaceId!, n + m));
    await insertActions(
      database.kysely,
      actions.map((action) => ({ workspaceId: workspaceId!, by, action })),
    );
    const ids = actions.map(({ id }) => id);
    for (let change = 1; change < EVENTS_PER_ACTION; change += 1) {
      await sql`with changed as (
          update action a set version = a.version + 1 where a.workspace_id = ${workspaceId} and a.id = any(${ids}::text[]) returning a.*
        ), event as (${appendEvents("changed", sql`'action.reminded'`, SYSTEM)})
        select 1 from changed limit 1`.execute(database.kysely);
    }
  }
}

function newAction(workspaceId: string, n: number) {
  const toolInput = JSON.stringify({ body: "x".repeat(200), record: `r-${n}` });
  const [toolName, toolHash, target, snapshot] = ["write_record", "0".repeat(64), `record:${n}`, null];
  return {
    id: newId(),
    toolName,
    toolHash,
    source: "server",
    effect: "unsafe" as const,
    risk: 3,
    ratedRisk: 3,
    vetted: true,
    target,
    snapshot,
    toolInput,
    repeatHash: sha256Hex(String(n)),
    preview: JSON.stringify({ title: `Write record ${n}` }),
    digest: actionDigest({ workspaceId, toolName, toolHash, input: toolInput, target, snapshot }),
    status: "pending" as const,
    policyEpoch: 0,
    batchId: newId(),
    requestHash: sha256Hex(`request ${n}`),
    previewWanted: false,
    routing: null,
    current: null,
    proposed: null,
    caption: null,
    missionId: null,
    sessionId: null,
    idempotencyKey: null,
    supersedes: null,
    lifetimeSeconds: null,
    maxLifetimeSeconds: null,
  };
}

/** Runs the command in its own process. Peak memory is known on Linux only, and includes the embedded database. */
async function verify(where: readonly string[]): Promise<{ seconds: number; megabytes: number | undefined }> {
  const began = performance.now();
  const parameters = ["--import", "tsx", "--conditions=@countersign/source", COMMAND, "audit", "verify", ...where];
  const child = spawn(process.execPath, parameters, {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  let megabytes: number | undefined;
  const watch = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, "utf8").then(
      (text) => (megabytes = Math.round(Number(DIGITS.exec(text)?.[1] ?? 0) / 1024) || megabytes),
      () => undefined,
    );
  }, WATCH_MS);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(watch);
  if (code !== 0) throw new Error(`audit verify ended with ${code}: ${said}`);
  return { seconds: secondsSince(began), megabytes };
}
