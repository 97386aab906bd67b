import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { outcomeOf, ToolError, type Action, type ActionQuestion } from "../src/index.ts";
import type { Gated } from "../src/gated.ts";
import { openRealGate } from "./support/real-gate.ts";

let gate: Awaited<ReturnType<typeof openRealGate>>;

beforeAll(async () => {
  gate = await openRealGate();
});
afterAll(async () => {
  await gate?.close();
});

async function work(tools: Gated[]) {
  const worker = gate.countersign().work(tools);
  onTestFinished(() => worker.stop());
  await worker.ready;
}

/** Gates a tool, one for each test. `runs` records the input of each start of the handler. */
function gateTransfer(name: string, run: (input: { to: string; amount: number }) => unknown = () => ({ done: true })) {
  const runs: unknown[] = [];
  const transfer = gate.countersign().gated({
    name,
    description: "Transfer money",
    input: z.object({ to: z.string(), amount: z.number().positive() }),
    protectedKeys: ["to"],
    preview: ({ to, amount }) => ({ title: `Transfer ${amount} to ${to}` }),
    execute: (input, context) => {
      runs.push({ ...input, key: context.idempotencyKey });
      return run(input);
    },
  });
  return { transfer, runs };
}

test("G1 a gated function runs once it was approved, and not before", async () => {
  const { transfer, runs } = gateTransfer("transfer_approved");
  await work([transfer]);
  const handle = await transfer({ to: "ada", amount: 5 }, { caption: "pay Ada" });
  expect(handle).toMatchObject({ status: "queued", toolName: "transfer_approved" });
  const id = handle.pendingActionId!;
  expect(await gate.countersign().wait(id, 1)).toMatchObject({ status: "pending", caption: "pay Ada" });
  expect(runs).toEqual([]);
  await gate.decide("approve", id);
  expect(await gate.countersign().wait(id, "100s")).toMatchObject({ status: "executed", result: { done: true } });
  expect(runs).toEqual([{ to: "ada", amount: 5, key: `act_${id}` }]);
});

test("a person's edit is what runs, and the caller is told", async () => {
  const { transfer, runs } = gateTransfer("transfer_edited");
  await work([transfer]);
  const { pendingActionId } = await transfer({ to: "ada", amount: 5 });
  await gate.decide("approve", pendingActionId!, { userEdits: { amount: 4 } });
  const again = await transfer({ to: "ada", amount: 5 }, { idempotencyKey: "edited-1" });
  expect(again.pendingActionId).not.toBe(pendingActionId);
  expect(await gate.countersign().wait(pendingActionId!, "100s")).toMatchObject({
    status: "executed",
    effectiveInput: { to: "ada", amount: 4 },
  });
  expect(runs).toHaveLength(1);
});

test("a call that waits is told of the rejection or the feedback", async () => {
  const { transfer, runs } = gateTransfer("transfer_refused");
  await work([transfer]);
  for (const [verdict, body, told] of [
    ["refine", { feedback: "half of it" }, { status: "refined", feedback: "half of it" }],
    ["reject", { reason: "too much" }, { status: "rejected", reason: "too much" }],
  ] as const) {
    const call = transfer({ to: "bob", amount: 9 }, { wait: "100s", missionId: verdict });
    await decideWhenListed(verdict, body, { missionId: verdict });
    expect(await call).toMatchObject(told);
  }
  expect(runs).toEqual([]);
});

test("the reviewer gets the preview that the worker derives", async () => {
  const { transfer } = gateTransfer("transfer_previewed");
  await work([transfer]);
  const { pendingActionId } = await transfer({ to: "ada", amount: 7 });
  await vi.waitFor(
    async () => expect((await gate.countersign().get(pendingActionId!)).preview.title).toBe("Transfer 7 to ada"),
    { timeout: 100_000 },
  );
});

test("what a handler throws is recorded", async () => {
  const { transfer } = gateTransfer("transfer_failing", ({ amount }) => {
    throw amount > 5 ? new ToolError("forbidden", "over the limit") : new Error("bank is closed");
  });
  await work([transfer]);
  for (const [amount, error] of [
    [9, { code: "forbidden", message: "over the limit" }],
    [1, { code: "handler", message: "bank is closed" }],
  ] as const) {
    const { pendingActionId } = await transfer({ to: "ada", amount });
    await gate.decide("approve", pendingActionId!);
    expect(await gate.countersign().wait(pendingActionId!, "100s")).toMatchObject({ status: "failed", error });
  }
});

test("many run, once each, with two workers on the same tool", async () => {
  const { transfer, runs } = gateTransfer("transfer_many");
  await work([transfer]);
  await work([transfer]);
  const items = Array.from({ length: 20 }, (_, n) => ({ toolName: "transfer_many", toolInput: { to: "ada", amount: n + 1 } }));
  const batch = await gate.countersign().proposeMany({ items });
  const ids = batch.items.map(({ pendingActionId }) => pendingActionId!);
  await Promise.all(ids.map((id) => gate.decide("approve", id)));
  const records = await Promise.all(ids.map((id) => gate.countersign().wait(id, "100s")));
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set(["executed"]));
  expect(runs).toHaveLength(20);
  expect(new Set(runs.map((run) => (run as { key: string }).key)).size).toBe(20);
});

test("the same key is the same action; with another input it is refused", async () => {
  const { transfer } = gateTransfer("transfer_keyed");
  await work([transfer]);
  const first = await transfer({ to: "ada", amount: 1 }, { idempotencyKey: "keyed-1" });
  const second = await transfer({ to: "ada", amount: 1 }, { idempotencyKey: "keyed-1" });
  expect(second.pendingActionId).toBe(first.pendingActionId);
  await expect(transfer({ to: "ada", amount: 2 }, { idempotencyKey: "keyed-1" })).rejects.toMatchObject({
    code: "IDEMPOTENCY_CONFLICT",
  });
  expect((await gate.countersign().cancel(first.pendingActionId!)).status).toBe("cancelled");
  await expect(gate.countersign().cancel(first.pendingActionId!)).resolves.toMatchObject({ status: "cancelled" });
});

test("refusals carry the server's code and places", async () => {
  const client = gate.countersign();
  await expect(client.propose({ toolName: "no_such_tool", toolInput: {} })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(client.get("no-such-id")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(client.list({ limit: 1000 })).rejects.toMatchObject({ code: "INVALID_INPUT", errors: [{ path: "/limit" }] });
  await expect(gate.countersign({ apiKey: "csa_not-a-key" }).list()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("a result that the server cannot read is recorded as executed all the same", async () => {
  const { transfer, runs } = gateTransfer("transfer_odd_result", () => ({ text: "\uD800", big: "x".repeat(1_100_000) }));
  await work([transfer]);
  const { pendingActionId } = await transfer({ to: "ada", amount: 1 });
  await gate.decide("approve", pendingActionId!);
  const unrecorded = expect.stringContaining("could not be recorded") as string;
  expect(await gate.countersign().wait(pendingActionId!, "100s")).toMatchObject({ status: "executed", result: { unrecorded } });
  expect(runs).toHaveLength(1);
});

async function decideWhenListed(
  verdict: "reject" | "refine",
  body: { reason: string } | { feedback: string },
  filter: { missionId: string },
) {
  await vi.waitFor(
    async () => {
      const { items } = await gate.countersign().list({ ...filter, status: ["pending"] });
      await gate.decide(verdict, items[0]!.id, body);
    },
    { timeout: 100_000 },
  );
}

const askAgent = (id: string, text: string) =>
  gate.ask<{ id: string }>(`pending-actions/${id}/comments`, { text, forAgent: true });
const saidOn = async (id: string) =>
  ((await gate.ask<Action>(`pending-actions/${id}`)).comments ?? []).map(({ by, text }) => `${by.kind}: ${text}`);

test("G52 what people ask about a call is answered while it waits, once, and the call goes on", async () => {
  const { transfer, runs } = gateTransfer("transfer_asked");
  await work([transfer]);
  const asked: ActionQuestion[] = [];
  const idempotencyKey = "asked-1";
  const outcome = transfer(
    { to: "ada", amount: 5 },
    {
      wait: "100s",
      idempotencyKey,
      onQuestion: (question) => {
        asked.push(question);
        return question.text === "Say nothing" ? undefined : `Because of ${question.text}`;
      },
    },
  );
  const { items } = await vi.waitUntil(async () => {
    const page = await gate.countersign().list({ toolName: "transfer_asked" });
    return page.items.length > 0 && page;
  });
  const id = items[0]!.id;
  await askAgent(id, "the invoice?");
  await vi.waitUntil(async () => (await saidOn(id)).length === 2);
  await askAgent(id, "Say nothing");
  await vi.waitUntil(() => asked.length === 2);
  expect(runs).toEqual([]);
  await gate.decide("approve", id);
  expect(await outcome).toMatchObject({ status: "executed", comments: [{ from: expect.any(String), text: "Say nothing" }] });
  expect(asked.map(({ pendingActionId, toolName }) => [pendingActionId, toolName])).toEqual(
    Array(2).fill([id, "transfer_asked"]),
  );
  expect(await saidOn(id)).toEqual(["user: the invoice?", "agent: Because of the invoice?", "user: Say nothing"]);
  expect(runs).toHaveLength(1);
});

test("without a way to answer, the outcome has what people ask, and a reply is sent by its id", async () => {
  const { transfer } = gateTransfer("transfer_unanswered");
  await work([transfer]);
  const { pendingActionId } = await transfer({ to: "ada", amount: 5 });
  const { id: commentId } = await askAgent(pendingActionId!, "Why so much?");
  const { comments } = outcomeOf(await gate.countersign().get(pendingActionId!));
  expect(comments).toMatchObject([{ id: commentId, text: "Why so much?" }]);
  await gate.countersign().reply(pendingActionId!, commentId, "Two months at once");
  await expect(gate.countersign().reply(pendingActionId!, commentId, "No, three")).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
  expect(outcomeOf(await gate.countersign().get(pendingActionId!))).not.toHaveProperty("comments");
  expect(await saidOn(pendingActionId!)).toEqual(["user: Why so much?", "agent: Two months at once"]);
});

test("G17 what is proposed under a checkpoint is put to one decision, and the agent sees how it was decided", async () => {
  const { transfer } = gateTransfer("transfer_checkpoint");
  await work([transfer]);
  const countersign = gate.countersign();
  const { id, pending } = await countersign.openCheckpoint({ label: "Pay both", missionId: "m-1" });
  expect(pending).toBe(0);
  const asked = await Promise.all([1, 2].map((amount) => transfer({ to: "ada", amount }, { checkpointId: id })));
  const found = await countersign.checkpoint(id);
  expect(found.items.map(({ pendingActionId }) => pendingActionId).sort()).toEqual(
    asked.map(({ pendingActionId }) => pendingActionId).sort(),
  );
  expect(found).toMatchObject({ label: "Pay both", missionId: "m-1", pending: 2, decided: null });
  await expect(countersign.checkpoint("nothing")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an answer that fails, or that takes longer than the wait, ends neither the wait nor the call", async () => {
  const { transfer } = gateTransfer("transfer_failing");
  await work([transfer]);
  const { pendingActionId } = await transfer({ to: "ada", amount: 5 });
  await askAgent(pendingActionId!, "first");
  const told = gate.told.length;
  let aborted = false;
  const action = await gate.countersign().wait(pendingActionId!, 2, {
    onQuestion: ({ text }, { signal }) => {
      signal.addEventListener("abort", () => (aborted = true));
      if (text === "first") throw new Error("no model");
      return undefined;
    },
  });
  expect(action.status).toBe("pending");
  expect(aborted).toBe(true);
  expect(gate.told.slice(told)).toEqual([new Error("no model")]);
  await askAgent(pendingActionId!, "second");
  await gate.countersign().wait(pendingActionId!, 1, {
    onQuestion: ({ text }) => (text === "second" ? new Promise<never>(() => undefined) : undefined),
  });
  expect((await gate.countersign().get(pendingActionId!)).status).toBe("pending");
});
