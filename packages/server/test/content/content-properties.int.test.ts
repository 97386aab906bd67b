import { fc } from "../../../../test/support/property.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContentPreview, ContentState, JsonObject } from "@countersign/protocol";
import { changedParts } from "../../src/tools/connectors/content/change/merge-change.ts";
import { productPath, sampleId } from "../../../../examples/sample-catalogue/sample-catalogue.ts";
import { need, untilStatus } from "../support/gate.ts";
import { openContentGate, type ContentGate } from "./embedded-world.ts";
import { changeOf, fields, LANGUAGES } from "./generated-fields.ts";

const KNOWN = {
  objects: [0, 1, 2].map((n) => sampleId(`object ${productPath(n)}`)),
  pictures: ["/pictures/chairs/chair-1.png", "/pictures/lamps/lamp-2.png"].map((path) => sampleId(`asset ${path}`)),
};
const RUNS = process.env["COUNTERSIGN_TEST_LONG"] ? 1000 : 15;

let gate: ContentGate;
beforeAll(async () => {
  gate = await openContentGate("pglite");
}, 180_000);
afterAll(() => gate?.close(), 60_000);

let made = 0;
/** Creates a new class and one object of it; returns the object's id. */
async function makeObject(list: Parameters<typeof changeOf>[0], value: JsonObject): Promise<string> {
  const { admin } = gate.people;
  made += 1;
  const name = `generated${made}`;
  need(await gate.content.writeType(admin, "object", name, { title: name, fields: [...list], languages: LANGUAGES }));
  return need(await gate.content.create(admin, { kind: "object", type: name, path: `/generated/${name}`, value })).id;
}

/** Everything stored of the content: elements, revisions and types. */
async function dump(): Promise<string> {
  const { kysely } = gate.database;
  const of = async (table: string) => (await sql.raw(`select * from ${table} order by 1, 2, 3`).execute(kysely)).rows;
  return JSON.stringify([await of("content_element"), await of("content_revision"), await of("content_type")]);
}

const propose = (id: string, set: JsonObject) =>
  gate.engine.proposals.propose(gate.agent, {
    toolName: "propose_data_object_update",
    toolInput: { proposals: [{ id, fields: set }] },
  });

const start = fields.chain((list) =>
  fc.record({
    list: fc.constant(list),
    value: changeOf(list, KNOWN, false).map((set) => Object.fromEntries(Object.entries(set).filter(([, one]) => one !== null))),
    changes: fc.array(changeOf(list, KNOWN, true), { minLength: 1, maxLength: 4 }),
  }),
);

test(
  "G19 of any class: a dry run writes nothing, and what is stored is what the diff shows is what is written",
  { timeout: 3_600_000 },
  async () => {
    let executed = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(start, async ({ list, value, changes }) => {
        const id = await makeObject(list, value);
        for (const set of changes) {
          const before = need(await gate.content.element(gate.people.admin, id));
          const stored = await dump();
          const outcome = await propose(id, set);
          expect(await dump()).toBe(stored);
          if (!outcome.ok) {
            refused += 1;
            expect(outcome.refusal.code).toBe("INVALID_INPUT");
            for (const { path } of outcome.refusal.errors ?? []) expect(path).toMatch(/^\/toolInput\/proposals\/0\/fields/);
            continue;
          }
          const action = outcome.value.pendingActionId ?? "";
          const shown = need(await gate.engine.actions.get(gate.people.approver, action));
          const [current, proposed] = [shown.current, shown.proposed] as unknown as [ContentState, ContentState];
          const { changed } = (shown.preview as unknown as { content: ContentPreview }).content;
          expect(current.value).toEqual(before.value);
          expect(changed).toEqual(changedParts(current, proposed));
          // Only requested fields differ.
          expect(Object.keys(set)).toEqual(expect.arrayContaining(changed));

          need(await gate.engine.decisions.approve(gate.people.approver, action, { channel: "api" }));
          expect((await untilStatus(gate, action, "executed", "failed")).status).toBe("executed");
          const after = need(await gate.content.element(gate.people.admin, id));
          expect(after.value).toEqual(proposed.value);
          expect(after.tags).toEqual(proposed.tags);
          expect(after.revision).toBe(before.revision + 1);
          executed += 1;
        }
      }),
      { numRuns: RUNS },
    );
    // The generator must produce both outcomes often enough.
    expect(executed).toBeGreaterThan(RUNS / 4);
    expect(refused).toBeGreaterThan(RUNS / 10);
  },
);
