import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { mergeValue } from "../../src/tools/connectors/content/change/merge-change.ts";
import { productPath, sampleId } from "../../../../examples/sample-catalogue/sample-catalogue.ts";
import { PRODUCT } from "../../../../examples/sample-catalogue/sample-types.ts";
import { need } from "../support/gate.ts";
import { openContentGate, type ContentGate } from "./embedded-world.ts";
import { randomOf } from "../support/random.ts";

/** Number of random orders of two agents' edits and a manual one, many at a time on few elements. */
const INTERLEAVINGS = process.env["COUNTERSIGN_TEST_LONG"] ? 10_000 : 150;
const LANES = 12;
const ELEMENTS = 8;
const SEED = 20_261_122;

let gate: ContentGate;
beforeAll(async () => {
  gate = await openContentGate("pg");
}, 180_000);
afterAll(() => gate?.close(), 60_000);

const pick = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

/** Manual edits by element and the version they replaced, as their answer may show a later state. */
const byHand = new Map<string, JsonObject>();
let handsRefused = 0;
let refusedAsStale = 0;

const setOf = (next: () => number): JsonObject =>
  pick(next, [
    { stock: Math.floor(next() * 60) },
    { width: 1 + Math.floor(next() * 300) },
    { price: { amount: `${Math.floor(next() * 900)}.50`, currency: pick(next, ["EUR", "SEK"]) } },
    { name: { [pick(next, ["en", "de"])]: `N${Math.floor(next() * 1e6)}` } },
    { available: next() < 0.5, stock: Math.floor(next() * 60) },
  ]);

async function editByHand(id: string, set: JsonObject, looksFirst: Promise<unknown>): Promise<void> {
  const { admin } = gate.people;
  const { version } = need(await gate.content.element(admin, id));
  // Others may write between this read and the write.
  await looksFirst;
  const changed = await gate.content.change(admin, id, { version, set });
  if (changed.ok) byHand.set(`${id} ${version}`, set);
  else handsRefused += 1;
}

async function propose(id: string, set: JsonObject): Promise<string | undefined> {
  const outcome = await gate.engine.proposals.propose(gate.agent, {
    toolName: "propose_data_object_update",
    toolInput: { id, fields: set },
  });
  // The proposal is refused if the element already has these values.
  return outcome.ok ? (outcome.value.pendingActionId ?? undefined) : undefined;
}

async function approve(action: string | undefined): Promise<void> {
  if (action === undefined) return;
  const decided = await gate.engine.decisions.approve(gate.people.approver, action, { channel: "api" });
  if (decided.ok) return;
  expect(decided.refusal.code).toBe("STALE");
  refusedAsStale += 1;
}

async function interleave(seed: number): Promise<void> {
  const next = randomOf(seed);
  const id = sampleId(`object ${productPath(Math.floor(next() * ELEMENTS))}`);
  const proposed: Promise<string | undefined>[] = [];
  const steps = [0, 1].map((n) => async () => {
    proposed[n] = propose(id, setOf(next));
    await proposed[n];
  });
  steps.push(() =>
    editByHand(id, setOf(next), next() < 0.5 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, 3))),
  );
  const decisions = [0, 1].map((n) => async () => approve(await proposed[n]));
  const order = [...steps, ...decisions].map((step) => ({ step, at: next() })).sort((one, other) => one.at - other.at);
  let running: Promise<void>[] = [];
  for (const { step } of order) {
    running.push(step());
    // Runs some steps concurrently and others one after the other.
    if (next() < 0.5) {
      await Promise.all(running);
      running = [];
    }
  }
  await Promise.all(running);
  // Decides proposals whose first decision came before them.
  await Promise.all(proposed.map(async (action) => approve(await action).catch(() => undefined)));
  // Rejects stale actions, as a person would, so that they do not pile up.
  for (const action of await Promise.all(proposed)) {
    if (action !== undefined) await gate.engine.decisions.reject(gate.people.approver, action, { channel: "api" });
  }
}

interface Revision {
  elementId: string;
  revision: number;
  value: string;
  actionId: string | null;
  toolInput: string | null;
  snapshot: string | null;
  former: string | null;
}

test(
  `G19 ${INTERLEAVINGS} interleavings of proposals and edits by hand: no update is lost, and stale is always seen`,
  { timeout: 3_600_000 },
  async () => {
    let seed = SEED;
    const lane = async (): Promise<void> => {
      for (let turn = seed++; turn < SEED + INTERLEAVINGS; turn = seed++) await interleave(turn);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const { kysely } = gate.database;
    for (let open = 1; open > 0;) {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::integer as n from action where status in ('approved', 'executing')`.execute(kysely);
      open = rows[0]?.n ?? 0;
      if (open > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }

    const { rows } = await sql<Revision>`
      select r.element_id, r.revision, r.value, r.action_id, a.tool_input, a.snapshot,
        (select content_version(f.revision, f.path, f.type, f.value, f.tags, f.published, f.file) from content_revision f
          where f.workspace_id = r.workspace_id and f.element_id = r.element_id and f.revision = r.revision - 1) as former
      from content_revision r left join action a on a.workspace_id = r.workspace_id and a.id = r.action_id
      where r.element_id = any(${Array.from({ length: ELEMENTS }, (_, n) => sampleId(`object ${productPath(n)}`))}::text[])
      order by r.element_id, r.revision`.execute(kysely);
    const faults: unknown[] = [];
    let written = 0;
    for (const [n, row] of rows.entries()) {
      const former = rows[n - 1];
      if (row.revision === 1 || former?.elementId !== row.elementId) continue;
      const set =
        row.toolInput === null
          ? byHand.get(`${row.elementId} ${row.former}`)
          : (JSON.parse(row.toolInput) as { fields: JsonObject }).fields;
      if (!set) faults.push(["nobody is known to have written", row]);
      // Each state must be the previous one with exactly this change, so no update was overwritten unseen.
      else if (JSON.stringify(mergeValue(JSON.parse(former.value) as JsonObject, set, PRODUCT).value) !== row.value)
        faults.push(["is not the former state with the change", former.value, set, row.value]);
      if (row.actionId !== null && row.snapshot !== row.former)
        faults.push(["was written over another version than was shown", row]);
      if (row.actionId !== null) written += 1;
    }
    expect(faults).toEqual([]);

    // Every action that was not executed was rejected or failed as stale.
    const { rows: ended } = await sql<{ status: string; code: string | null; n: number }>`
      select status, (error::jsonb) ->> 'code' as code, count(*)::integer as n from action
      where tool_name = 'propose_data_object_update' group by 1, 2`.execute(kysely);
    expect(ended.filter(({ status, code }) => !["rejected", "executed"].includes(status) && code !== "stale")).toEqual([]);
    expect(ended.find(({ status }) => status === "executed")?.n).toBe(written);
    // The important orders must have occurred.
    expect(written).toBeGreaterThan(INTERLEAVINGS / 5);
    expect(refusedAsStale).toBeGreaterThan(INTERLEAVINGS / 20);
    expect(handsRefused).toBeGreaterThan(0);
  },
);
