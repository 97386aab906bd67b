import { expect, test } from "vitest";
import { z } from "zod";
import type { Countersign, ProposedChange } from "../src/index.ts";
import { openGate } from "./support/open-gate.ts";

/** Gates a price kept in memory: `describe` reads it, `execute` writes it. */
function gatePrice(countersign: Countersign, more: object = {}) {
  const store = { amount: 10, version: 1 };
  const ran: { snapshot: string | null; target: string | null }[] = [];
  const price = countersign.gated({
    name: "price",
    description: "Sets a price",
    input: z.object({ amount: z.number().refine((amount) => amount !== 13, "brings bad luck") }),
    describe: ({ amount }): ProposedChange | { faults: { path: string; message: string }[] } =>
      amount < 0
        ? { faults: [{ path: "/amount", message: "must be at least 0" }] }
        : {
            preview: { title: `Set ${amount}` },
            target: "price:chair",
            snapshot: `r${store.version}`,
            fields: [{ name: "amount", kind: "number" }],
            current: { amount: store.amount },
            proposed: { amount },
          },
    execute: ({ amount }, { snapshot, target }) => {
      ran.push({ snapshot, target });
      Object.assign(store, { amount, version: store.version + 1 });
    },
    ...more,
  });
  return { store, ran, price };
}

async function openPrice(more: object = {}) {
  const gate = await openGate();
  const gated = gatePrice(gate.countersign, more);
  await gate.work([gated.price]);
  const proposed = async (amount: number): Promise<string> => {
    const { pendingActionId } = await gated.price({ amount });
    return pendingActionId ?? "";
  };
  /** Stores the worker's description on the action, as the gate does. */
  const describedAs = (id: string, target: string, snapshot: string): void => {
    const row = gate.server.rows.get(id);
    if (!row) throw new Error("there is no such action");
    Object.assign(row.action, { target, snapshot });
  };
  const answerTo = async (id: string, input: { amount: number }) => {
    gate.server.askPreview({ pendingActionId: id, toolName: "price", version: 4, input });
    await gate.server.until(() => gate.server.timeline.length > 0);
    return gate.server.seen.findLast(({ path }) => path.includes(`/previews/${id}`))?.body;
  };
  return { ...gate, ...gated, proposed, describedAs, answerTo };
}

test("what describe says goes to the server; declared fields become a preview field by field", async () => {
  const { answerTo, server } = await openPrice();
  expect(server.tools.get("price")).toMatchObject({ previews: true });
  const state = (amount: number) => ({ path: "chair", value: { amount }, tags: [], published: false });
  expect(await answerTo("a-9", { amount: 12 })).toEqual({
    version: 4,
    target: "price:chair",
    snapshot: "r1",
    preview: {
      title: "Set 12",
      content: {
        kind: "object",
        type: "price",
        elementId: null,
        path: "chair",
        revision: null,
        fields: [{ name: "amount", kind: "number" }],
        changed: ["amount"],
        references: [],
        file: null,
        hasPage: false,
      },
    },
    current: state(10),
    proposed: state(12),
  });
});

test("faults of describe, and of a schema that only the worker has, are answered by their places", async () => {
  const { answerTo, server } = await openPrice();
  expect(await answerTo("a-9", { amount: -1 })).toEqual({
    version: 4,
    faults: [{ path: "/amount", message: "must be at least 0" }],
  });
  server.timeline.length = 0;
  expect(await answerTo("a-8", { amount: 13 })).toEqual({
    version: 4,
    faults: [{ path: "/amount", message: "brings bad luck" }],
  });
});

test("G2 the handler is given the version that was approved", async () => {
  const { ran, proposed, describedAs, server, countersign } = await openPrice();
  const id = await proposed(12);
  describedAs(id, "price:chair", "r1");
  server.approve(id);
  expect(await countersign.wait(id, "100s")).toMatchObject({ status: "executed" });
  expect(ran).toEqual([{ snapshot: "r1", target: "price:chair" }]);
});

test.each<[string, { target: string; snapshot: string } | null]>([
  ["the target changed since", { target: "price:chair", snapshot: "r0" }],
  ["the call would change another target", { target: "price:table", snapshot: "r1" }],
  ["a person approved it before the worker described it", null],
])("G8 nothing runs, and it fails as stale, where %s", async (_name, seen) => {
  const { ran, proposed, describedAs, server, countersign } = await openPrice();
  const id = await proposed(12);
  if (seen) describedAs(id, seen.target, seen.snapshot);
  server.approve(id);
  expect(await countersign.wait(id, "100s")).toMatchObject({ status: "failed", error: { code: "stale" } });
  expect(ran).toEqual([]);
});

test("a call that asked nobody is described as it runs; faults end it as invalid", async () => {
  const { ran, proposed, server, countersign } = await openPrice();
  const asNobody = (id: string): void => {
    server.approve(id);
    Object.assign(server.action(id), { resolvedBy: { kind: "system", id: "system", name: "Countersign" } });
  };
  const good = await proposed(12);
  asNobody(good);
  expect(await countersign.wait(good, "100s")).toMatchObject({ status: "executed" });
  expect(ran).toEqual([{ snapshot: "r1", target: null }]);
  const bad = await proposed(-1);
  asNobody(bad);
  expect(await countersign.wait(bad, "100s")).toMatchObject({
    status: "failed",
    error: { code: "invalid", message: "/amount: must be at least 0" },
  });
});

test("with a batch key one call is proposed as a list of one", async () => {
  const { proposed, server } = await openPrice({ batchKey: "proposals" });
  const id = await proposed(12);
  expect(server.tools.get("price")).toMatchObject({ batchKey: "proposals" });
  expect(server.action(id).toolInput).toEqual({ proposals: [{ amount: 12 }] });
});

test("a tool has a preview or a description, not both", async () => {
  const { countersign } = await openGate();
  expect(() => gatePrice(countersign, { preview: () => ({ title: "x" }) })).toThrow("has both `preview` and `describe`");
});

test("a widget is registered with its tool; one that is no text or too large is refused here", async () => {
  const widget = { html: "<p>price</p>", height: 120 };
  const { server } = await openPrice({ widget });
  expect(server.tools.get("price")).toMatchObject({ widget });
  const { countersign } = await openGate();
  for (const html of [undefined, 7, "", Buffer.from("<p>")])
    expect(() => gatePrice(countersign, { widget: { html } })).toThrow(
      "price: `widget.html` must be the text of an HTML document.",
    );
  expect(() => gatePrice(countersign, { widget: { html: "é".repeat(131_073) } })).toThrow(
    "price: `widget.html` has 262146 bytes; at most 262144 are allowed.",
  );
});
