import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "../../server/test/support/until.ts";
import { CountersignProblem, LeaseLost, ToolError } from "../src/index.ts";
import { gateCloseAccount, openGate } from "./support/open-gate.ts";

/** Resolves with the signal's reason when it aborts. */
const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));

test("nothing runs before a person approves; then it runs once, with the edits", async () => {
  const { server, countersign, work, told } = await openGate();
  const inputs: unknown[] = [];
  const { closeAccount, runs } = gateCloseAccount(countersign, (input) => (inputs.push(input), { ok: true }));
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7", reason: "asked" });
  await server.until(() => server.paths(/claims$/).length > 0);
  expect(runs).toHaveLength(0);
  server.approve("a-1", { reason: "moved" });
  await server.until(() => server.action("a-1").status === "executed");
  expect(inputs).toEqual([{ accountId: "a-7", reason: "moved" }]);
  expect(runs).toHaveLength(1);
  expect(told).toEqual([]);
});

test("at most `concurrency` handlers run at once, and all get their turn", async () => {
  const { server, countersign, work } = await openGate();
  let now = 0;
  let most = 0;
  const { closeAccount, runs } = gateCloseAccount(countersign, async () => {
    most = Math.max(most, (now += 1));
    await new Promise((resolve) => setTimeout(resolve, 10));
    now -= 1;
  });
  await work([closeAccount], { concurrency: 2 });
  for (let n = 0; n < 7; n += 1) await closeAccount({ accountId: `a-${n}` });
  for (const id of server.rows.keys()) server.approve(id);
  await server.until(() => [...server.rows.values()].every(({ action }) => action.status === "executed"));
  expect(most).toBe(2);
  expect(runs).toHaveLength(7);
});

test.each<[string, unknown, object]>([
  ["its own refusal", new ToolError("stale", "it moved"), { code: "stale", message: "it moved" }],
  ["any other error", new Error("boom"), { code: "handler", message: "boom" }],
  ["something that is no error", "bad", { code: "handler", message: "bad" }],
  [
    "a message that cannot be stored",
    new Error("\0\uD800" + "x".repeat(20_000)),
    { code: "handler", message: `\uFFFD\uFFFD${"x".repeat(9998)}` },
  ],
])("a handler that throws is recorded as failed: %s", async (_name, thrown, error) => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign, () => {
    throw thrown;
  });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "failed", error });
});

test("input that the schema refuses at the end does not run", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount, runs } = gateCloseAccount(countersign);
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1", { accountId: 7 });
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "failed", error: { code: "invalid" } });
  expect(runs).toHaveLength(0);
});

test("heartbeats keep a long execution, over a bad network", async () => {
  // For the lease no time passes, so that no pause of the machine ends it. How many beats it may lose is in lease.unit.test.ts.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const { server, countersign, work } = await openGate();
  server.leaseSeconds = 1.5;
  server.timeoutSeconds = 600;
  const { closeAccount } = gateCloseAccount(countersign, async (_input, { signal }) => {
    await server.until(() => server.paths(/heartbeat/).length >= 6);
    return { aborted: signal.aborted };
  });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.failNext(/heartbeat/, "cut", { status: 503 });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: { aborted: false } });
});

test("a lost lease aborts the handler; its late report is sent once and is not fatal", async () => {
  const { server, countersign, work, told } = await openGate();
  server.leaseSeconds = 0.3;
  let reason: unknown;
  const { closeAccount } = gateCloseAccount(countersign, async ({ accountId }, { signal }) => {
    if (accountId === "a-7") reason = await aborted(signal);
    return "done";
  });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  await server.until(() => server.action("a-1").status === "executing");
  server.loseLease("a-1");
  await server.until(() => server.timeline.some((entry) => entry.startsWith("complete")));
  expect(reason).toBeInstanceOf(LeaseLost);
  expect(server.action("a-1").status).toBe("outcome_unknown");
  const { pendingActionId } = await closeAccount({ accountId: "a-8" });
  server.approve(pendingActionId!);
  expect(await countersign.wait(pendingActionId!, "100s")).toMatchObject({ status: "executed" });
  expect(server.timeline.filter((entry) => entry.startsWith("complete"))).toHaveLength(2);
  expect(told).not.toEqual([]);
});

test("a handler over its time is aborted and recorded as timeout", async () => {
  const { server, countersign, work } = await openGate();
  server.timeoutSeconds = 0.1;
  const { closeAccount } = gateCloseAccount(countersign, async (_input, { signal }) => {
    throw await aborted(signal);
  });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "failed", error: { code: "timeout" } });
});

test("a handler that succeeds after its time is recorded as what it did", async () => {
  const { server, countersign, work } = await openGate();
  server.timeoutSeconds = 0.1;
  const { closeAccount } = gateCloseAccount(countersign, async (_input, { signal }) => {
    await aborted(signal);
    return "done after all";
  });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: "done after all" });
});

test("a report gets through a bad network, and a lost answer to it is no fault", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount, runs } = gateCloseAccount(countersign);
  await work([closeAccount]);
  server.failNext(/complete/, "cut", { status: 503 }, { status: 500 }, "drop answer");
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  await server.until(() => server.paths(/complete/).length === 5);
  expect(server.action("a-1")).toMatchObject({ status: "executed" });
  expect(runs).toHaveLength(1);
});

test("a result that cannot be recorded does not hide that it ran", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign, () => ({ at: new Date(0), big: "x" }));
  await work([closeAccount]);
  const tooLarge = JSON.stringify({ type: "t", title: "t", status: 413, code: "TOO_LARGE", detail: "at most 1 MiB" });
  server.failNext(/complete/, { status: 413, body: tooLarge });
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  const unrecorded = expect.stringContaining("at most 1 MiB") as string;
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: { unrecorded } });
});

test.each([
  ["it happened", { happened: true, result: "earlier" } as const, { status: "executed", result: "earlier" }, 0],
  ["it did not happen", { happened: false } as const, { status: "executed", result: "now" }, 1],
  ["nobody knows", "unknown" as const, { status: "outcome_unknown", error: null }, 0],
  ["an answer that says nothing", true as never, { status: "outcome_unknown", error: null }, 0],
  ["the look-up throws", new ToolError("forbidden", "no access"), { status: "outcome_unknown", error: null }, 0],
])("after a lost attempt the look-up decides: %s", async (_name, answer, record, runCount) => {
  const { server, countersign, work } = await openGate();
  const asked: unknown[] = [];
  const lookup = (input: unknown, context: unknown) => {
    asked.push([input, context]);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { closeAccount, runs } = gateCloseAccount(countersign, () => "now", { effect: "reconcilable", lookup });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1", null, { reconcile: true });
  expect(await countersign.wait("a-1", "100s")).toMatchObject(record);
  expect(asked).toEqual([[{ accountId: "a-7" }, { idempotencyKey: "act_a-1" }]]);
  expect(runs).toHaveLength(runCount);
});

test("an input that the schema refuses after a lost attempt leaves the outcome unknown", async () => {
  const { server, countersign, work } = await openGate();
  const lookup = () => ({ happened: false }) as const;
  const { closeAccount, runs } = gateCloseAccount(countersign, undefined, { effect: "reconcilable", lookup });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.failNext(/fail$/, "drop answer");
  server.approve("a-1", { accountId: 7 }, { reconcile: true });
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "outcome_unknown" });
  expect(server.seen.find(({ path }) => path.endsWith("/fail"))?.body).toMatchObject({
    error: { code: "outcome_unknown", message: expect.stringContaining("/accountId") as string },
  });
  expect(runs).toHaveLength(0);
});

test("a full worker goes on drawing previews, asks without a loop, and claims once a handler is free", async () => {
  const { server, countersign, work, told } = await openGate();
  let finish = (): void => {};
  const { closeAccount, runs } = gateCloseAccount(countersign, () => new Promise<void>((resolve) => (finish = resolve)));
  await work([closeAccount], { concurrency: 1 });
  for (const accountId of ["a-7", "a-8"]) await closeAccount({ accountId });
  server.approve("a-1");
  const asksForPreviews = () => server.seen.filter(({ body }) => body["limit"] === 0);
  await server.until(() => asksForPreviews().length === 1 && server.held === 1);
  server.approve("a-2");
  server.askPreview({ pendingActionId: "p-1", toolName: "close_account", version: 1, input: { accountId: "p" } });
  await server.until(() => server.timeline.includes("preview p-1 Close p"));
  await server.until(() => asksForPreviews().length === 2 && server.held === 1);
  expect(runs).toHaveLength(1);
  finish();
  await server.until(() => runs.length === 2);
  finish();
  expect(await countersign.wait("a-2", "100s")).toMatchObject({ status: "executed" });
  expect(asksForPreviews().length).toBeLessThan(5);
  expect(told).toEqual([]);
});

test("a lease lost during the look-up runs nothing", async () => {
  const { server, countersign, work, told } = await openGate();
  server.leaseSeconds = 0.15;
  const lookup = async () => {
    server.loseLease("a-1");
    // When the worker reports the refused heartbeat, it has also aborted the execution.
    await until(() => told.some((error) => error instanceof CountersignProblem && error.status === 409));
    return { happened: false };
  };
  const { closeAccount, runs } = gateCloseAccount(countersign, undefined, { effect: "reconcilable", lookup });
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1", null, { reconcile: true });
  await server.until(() => server.timeline.some((entry) => entry.startsWith("fail")));
  expect(runs).toHaveLength(0);
});

test("a preview is answered from the input; one that fails is reported as failed", async () => {
  const { server, countersign, work, told } = await openGate();
  const preview = ({ accountId }: { accountId: string }) => {
    if (accountId === "bad") throw new Error("no view");
    return accountId === "odd" ? ({ name: "no title" } as never) : { title: `Close ${accountId}` };
  };
  const { closeAccount, runs } = gateCloseAccount(countersign, undefined, { preview });
  await work([closeAccount]);
  for (const accountId of ["bad", "odd", "good"]) {
    server.askPreview({ pendingActionId: accountId, toolName: "close_account", version: 1, input: { accountId } });
  }
  server.askPreview({ pendingActionId: "invalid", toolName: "close_account", version: 1, input: {} });
  await server.until(() => server.timeline.length === 4);
  expect(server.timeline.toSorted()).toEqual([
    "preview bad failed",
    "preview good Close good",
    "preview invalid failed",
    "preview odd failed",
  ]);
  expect(told).toHaveLength(3);
  expect(runs).toHaveLength(0);
});

test("a worker comes back after the server was away, and registers again with one that was set up anew", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount, runs } = gateCloseAccount(countersign);
  server.failNext(/tools$/, "cut", { status: 503, headers: { "retry-after": "0" } });
  server.failNext(/claims$/, "cut", { status: 500 });
  await work([closeAccount]);
  await server.until(() => server.held === 1);
  server.tools.clear();
  server.askPreview({ pendingActionId: "a-0", toolName: "none", version: 1, input: {} });
  await server.until(() => server.tools.has("close_account"));
  await closeAccount({ accountId: "a-7" });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed" });
  expect(runs).toHaveLength(1);
});

test("a server that never holds the poll is not asked in a tight loop", async () => {
  const { server, countersign, work } = await openGate();
  server.longestHoldSeconds = 0;
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(server.paths(/claims$/).length).toBeLessThan(6);
});

test("registration that is refused rejects `ready` and ends the worker", async () => {
  const { server, countersign, told } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign, undefined, { name: "no blanks allowed" });
  const worker = countersign.work([closeAccount]);
  await expect(worker.ready).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await worker.stop();
  expect(told).toHaveLength(1);
  expect(server.paths(/claims/)).toHaveLength(0);
});

test("stop claims nothing more and lets what runs end", async () => {
  const { server, countersign, work } = await openGate();
  let finish = (): void => {};
  const { closeAccount, runs } = gateCloseAccount(countersign, () => new Promise<void>((resolve) => (finish = resolve)));
  const controller = new AbortController();
  const worker = await work([closeAccount], { signal: controller.signal });
  await closeAccount({ accountId: "a-7" });
  await closeAccount({ accountId: "a-8" });
  server.approve("a-1");
  await server.until(() => server.action("a-1").status === "executing");
  await server.until(() => server.paths(/claims$/).length === 2 && server.held === 1);
  controller.abort();
  const stopped = worker.stop();
  await server.until(() => server.held === 0);
  server.approve("a-2");
  finish();
  await stopped;
  expect(server.action("a-1").status).toBe("executed");
  expect(server.action("a-2").status).toBe("approved");
  expect(runs).toHaveLength(1);
});
