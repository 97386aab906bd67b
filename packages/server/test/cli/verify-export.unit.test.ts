import type { AuditEntry } from "@countersign/protocol";
import { expect, test } from "vitest";
import { verifyExport } from "../../src/cli/verify-export.ts";
import { chainHash, GENESIS } from "../../src/core/audit-chain.ts";

function makeLog(length: number): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const data = { note: `event ${seq}` };
    const record = {
      seq,
      at: "2026-01-01T00:00:00.000Z",
      kind: "action.created",
      actionId: `a-${seq}`,
      by: { kind: "agent" as const, id: "key_1", name: "First agent" },
      text: JSON.stringify(data),
    };
    entries.push({ ...record, data, hash: chainHash(entries.at(-1)?.hash ?? GENESIS, record) });
  }
  return entries;
}

const verify = (entries: readonly object[]) =>
  verifyExport(
    (async function* () {
      for (const entry of entries) yield JSON.stringify(entry);
    })(),
  );

test("G12 a whole export verifies and names its head", async () => {
  const log = makeLog(5);
  expect(await verify(log)).toEqual({ events: 5, head: log[4]?.hash, faults: [] });
});

test("G12 a changed, removed or moved line of an export is named", async () => {
  const log = makeLog(5);
  const changed = log.map((entry) => (entry.seq === 3 ? { ...entry, kind: "action.rejected" } : entry));
  expect((await verify(changed)).faults).toMatchObject([{ seq: 3 }]);
  expect((await verify(log.filter(({ seq }) => seq !== 2))).faults).toMatchObject([{ seq: 2 }]);
  expect((await verify([log[0], log[2], log[1]] as AuditEntry[])).faults).toMatchObject([{ seq: 2 }]);
});

test("G12 a line whose readable part differs from what was hashed is named", async () => {
  const log = makeLog(3).map((entry) => (entry.seq === 2 ? { ...entry, data: { note: "something nicer" } } : entry));
  expect((await verify(log)).faults).toMatchObject([{ seq: 2, problem: expect.stringContaining("differs") }]);
});

test("a line that is no entry is named", async () => {
  expect((await verify([{ hello: "world" }])).faults).toMatchObject([{ seq: 1 }]);
});

test("an empty export has no events", async () => {
  expect(await verify([])).toEqual({ events: 0, head: GENESIS, faults: [] });
});
