import { expect, test } from "vitest";
import { z } from "zod";
import { Countersign, CountersignProblem, InvalidToolInput, MissingKey } from "../src/index.ts";
import * as publicNames from "../src/index.ts";
import { WORKER_KEY } from "./support/gate-server.ts";
import { gateCloseAccount, openGate } from "./support/open-gate.ts";

test("a call is queued with the input as it was given", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount, runs } = gateCloseAccount(countersign);
  await work([closeAccount]);
  const outcome = await closeAccount({ accountId: "a-7", reason: "asked" }, { caption: "as asked", missionId: "m-1" });
  expect(outcome).toMatchObject({ status: "queued", pendingActionId: expect.any(String) as string, toolName: "close_account" });
  expect(server.action(outcome.pendingActionId!)).toMatchObject({
    toolInput: { accountId: "a-7", reason: "asked" },
    caption: "as asked",
    missionId: "m-1",
  });
  expect(runs).toHaveLength(0);
});

test("invalid input is refused here, with paths, and nothing is sent", async () => {
  const { server, countersign } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  const error: unknown = await closeAccount({ accountId: 7, reason: "x".repeat(30) } as never).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidToolInput);
  expect((error as InvalidToolInput).issues.map(({ path }) => path)).toEqual(["/accountId", "/reason"]);
  await expect(closeAccount({ accountId: "a", reason: undefined })).rejects.toThrow("/reason: undefined is not JSON");
  expect(server.seen).toHaveLength(0);
});

test("defaults and transforms reach the handler, not the proposal", async () => {
  const { server, countersign, work } = await openGate();
  const got: unknown[] = [];
  const send = countersign.gated({
    name: "send",
    description: "Send",
    input: z.object({ to: z.string().default("ada"), size: z.string().transform(Number) }),
    inputSchema: { type: "object", properties: { to: { type: "string" }, size: { type: "string" } }, required: ["size"] },
    execute: (input) => void got.push(input),
  });
  await work([send]);
  const { pendingActionId } = await send({ size: "3" });
  expect(server.action(pendingActionId!).toolInput).toEqual({ size: "3" });
  server.approve(pendingActionId!);
  expect(await countersign.wait(pendingActionId!, "100s")).toMatchObject({ status: "executed", result: null });
  expect(got).toEqual([{ to: "ada", size: 3 }]);
});

test("G1 holding a gated function gives nobody its handler", async () => {
  const { countersign } = await openGate();
  const { closeAccount, runs } = gateCloseAccount(countersign);
  const reachable = [closeAccount, ...Reflect.ownKeys(closeAccount).map((key) => Reflect.get(closeAccount, key) as unknown)];
  expect(reachable.filter((value) => typeof value === "function")).toEqual([closeAccount]);
  expect(Reflect.ownKeys(closeAccount).sort()).toEqual(["definition", "length", "name"]);
  expect(
    Object.isFrozen(closeAccount) &&
      Object.isFrozen(closeAccount.definition) &&
      Object.isFrozen(closeAccount.definition.inputSchema),
  ).toBe(true);
  expect(Object.keys(publicNames)).not.toContain("takeHandler");
  expect(runs).toHaveLength(0);
});

test("the definition is plain data with the schema of the input", async () => {
  const { countersign } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign, undefined, {
    effect: "idempotent",
    risk: 3,
    protectedKeys: ["accountId"],
  });
  expect(JSON.parse(JSON.stringify(closeAccount.definition))).toMatchObject({
    name: "close_account",
    effect: "idempotent",
    risk: 3,
    protectedKeys: ["accountId"],
    previews: true,
    inputSchema: { type: "object", required: ["accountId"] },
  });
});

test("a tool that cannot work is refused when it is made", async () => {
  const { countersign } = await openGate();
  expect(() => gateCloseAccount(countersign, undefined, { effect: "reconcilable" })).toThrow("needs `lookup`");
  expect(() => countersign.gated({ name: "t", description: "", execute: () => 1 } as never)).toThrow("needs `input`");
  const bare = { "~standard": { version: 1, vendor: "bare", validate: (value: unknown) => ({ value }) } } as const;
  expect(() => countersign.gated({ name: "t", description: "", input: bare, execute: () => 1 })).toThrow(
    '"bare" gives no JSON Schema',
  );
  expect(() => countersign.work([])).toThrow("at least one tool");
  const { closeAccount } = gateCloseAccount(countersign);
  expect(() => countersign.work([closeAccount, closeAccount])).toThrow("Two tools");
  expect(() => countersign.work([(() => 1) as never])).toThrow("Not a function made by gated()");
});

test("with wait the call gives the outcome, over as many requests as it takes", async () => {
  const { server, countersign, work } = await openGate();
  server.longestHoldSeconds = 0.05;
  const { closeAccount, runs } = gateCloseAccount(countersign);
  await work([closeAccount]);
  const call = closeAccount({ accountId: "a-7" }, { wait: "2m" });
  await server.until(() => server.paths(/GET/).length >= 3);
  server.approve("a-1", { accountId: "a-8" });
  expect(await call).toMatchObject({ status: "executed", result: { closed: "a-8" }, effectiveInput: { accountId: "a-8" } });
  expect(runs).toMatchObject([{ idempotencyKey: "act_a-1", attempt: 1, actionId: "a-1" }]);
});

test("with wait a rejection and a refinement carry the person's words", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount, runs } = gateCloseAccount(countersign);
  await work([closeAccount]);
  const rejected = closeAccount({ accountId: "a-7" }, { wait: 60 });
  await server.until(() => server.rows.has("a-1"));
  server.decide("a-1", "reject", "not this one");
  expect(await rejected).toMatchObject({ status: "rejected", reason: "not this one" });
  const refined = closeAccount({ accountId: "a-7" }, { wait: 60 });
  await server.until(() => [...server.rows.values()].some(({ action }) => action.status === "pending"));
  server.decide([...server.rows.keys()].at(-1)!, "refine", "Tuesday");
  expect(await refined).toMatchObject({ status: "refined", feedback: "Tuesday" });
  expect(runs).toHaveLength(0);
});

test("a wait that ends undecided gives the queued handle", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  server.longestHoldSeconds = 0.02;
  expect(await closeAccount({ accountId: "a-7" }, { wait: "50ms" })).toMatchObject({
    status: "queued",
    pendingActionId: "a-1",
  });
  expect(await countersign.wait("a-1", 0)).toMatchObject({ status: "pending" });
});

test("a signal ends the wait; the proposal stays", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  const controller = new AbortController();
  const call = closeAccount({ accountId: "a-7" }, { wait: "2m", signal: controller.signal });
  await server.until(() => server.paths(/GET/).length > 0);
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  expect(server.action("a-1").status).toBe("pending");
});

test("many are proposed as one batch, listed, read and cancelled", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  const batch = await countersign.proposeMany({
    items: [1, 2].map((n) => ({ toolName: "close_account", toolInput: { accountId: `a-${n}` } })),
  });
  expect(batch).toMatchObject({ batchId: "b-1", items: [{ status: "queued" }, { status: "queued" }] });
  const [first, second] = batch.items.map(({ pendingActionId }) => pendingActionId!);
  expect((await countersign.list({ status: ["pending", "approved"], q: "a&b", limit: 5 })).items).toHaveLength(2);
  expect(server.seen.at(-1)!.search.toString()).toBe("q=a%26b&limit=5&status=pending%2Capproved");
  expect((await countersign.cancel(first!)).status).toBe("cancelled");
  expect((await countersign.get(first!)).status).toBe("cancelled");
  server.approve(second!);
  await expect(countersign.cancel(second!)).rejects.toMatchObject({ code: "INVALID_STATE", current: { id: second } });
});

test("a refusal of the server is a problem with code, detail and places", async () => {
  const { countersign } = await openGate();
  const error: unknown = await countersign.propose({ toolName: "", toolInput: {} }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CountersignProblem);
  expect(error).toMatchObject({ code: "INVALID_INPUT", status: 422, errors: [{ path: "/toolName" }] });
  await expect(countersign.get("nothing/../here")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the key that is missing is named", async () => {
  const { server } = await openGate();
  const agent = new Countersign({ url: server.url, apiKey: "csa_0" });
  const worker = new Countersign({ url: server.url, apiKey: WORKER_KEY });
  const { closeAccount } = gateCloseAccount(worker);
  expect(() => agent.work([closeAccount])).toThrow(MissingKey);
  expect(() => agent.work([closeAccount])).toThrow("Give it as `workerKey`");
  await expect(closeAccount({ accountId: "a" })).rejects.toThrow("Give it as `apiKey`");
  const working = worker.work([closeAccount]);
  await working.ready;
  await working.stop();
  expect(() => new Countersign({ url: server.url, apiKey: "secret value" })).toThrow(/^`apiKey` must be/);
  expect(() => new Countersign({ url: "http://name:secret@localhost" })).toThrow(/must not hold/);
  expect(() => new Countersign({ url: "localhost:3210" })).toThrow(/http\(s\) address/);
});
