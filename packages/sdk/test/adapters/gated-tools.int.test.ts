import { expect, test } from "vitest";
import { z } from "zod";
import { gateTool, gateTools } from "../../src/adapters/ai-sdk.ts";
import { gateFunctions } from "../../src/adapters/functions.ts";
import { gatedIn } from "../../src/index.ts";
import { openGate } from "../support/open-gate.ts";

const schema = z.object({ to: z.string(), copy: z.string().optional() });

/** A tool of the AI SDK's shape: an object with `execute`. */
function makeTool(execute: (input: { to: string }, options: Record<string, unknown>) => unknown = ({ to }) => ({ sent: to })) {
  const runs: unknown[] = [];
  const run = (input: { to: string }, options: Record<string, unknown>) => {
    runs.push(input);
    return execute(input, options);
  };
  return { runs, tool: { description: "Send mail", inputSchema: schema, needsApproval: true, execute: run } };
}

test("G1 a gated tool holds no way to its handler; only the worker reaches it", async () => {
  const { server, countersign, work } = await openGate();
  const { runs, tool } = makeTool();
  const tools = gateTools({ send: tool }, { countersign });
  expect(Object.values(tools.send)).not.toContain(tool.execute);
  expect(tools.send).not.toHaveProperty("needsApproval");
  await work(gatedIn(tools));
  const answer = await tools.send.execute({ to: "ada" }, { toolCallId: "c-1" });
  expect(answer).toMatchObject({ status: "queued", toolName: "send", pendingActionId: "a-1" });
  expect(runs).toEqual([]);
  server.approve("a-1", { to: "bob" });
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: { sent: "bob" } });
  expect(runs).toEqual([{ to: "bob" }]);
});

test("G13 with wait the answer is distinct for executed with edits, rejected, refined and failed", async () => {
  const { server, countersign, work } = await openGate();
  const { tool } = makeTool(({ to }) => {
    if (to === "eve") throw new Error("no such address");
    return { sent: to };
  });
  const tools = gateTools({ send: tool }, { countersign, wait: "100s" });
  await work(gatedIn(tools));
  const decide = async (to: string, decision: (id: string) => void) => {
    const before = server.rows.size;
    const call = tools.send.execute({ to }, {});
    await server.until(() => server.rows.size > before);
    decision([...server.rows.keys()].at(-1)!);
    return call;
  };
  expect(await decide("ada", (id) => server.approve(id, { to: "bob" }))).toMatchObject({
    status: "executed",
    result: { sent: "bob" },
    effectiveInput: { to: "bob" },
  });
  expect(await decide("ada", (id) => server.decide(id, "reject", "not now"))).toMatchObject({
    status: "rejected",
    reason: "not now",
  });
  expect(await decide("ada", (id) => server.decide(id, "refine", "shorter"))).toMatchObject({
    status: "refined",
    feedback: "shorter",
  });
  expect(await decide("eve", (id) => server.approve(id))).toMatchObject({
    status: "failed",
    error: { code: "handler", message: "no such address" },
  });
});

test("G13 an input that does not fit and a gate that is away are told, and nothing has run", async () => {
  const { server, countersign, work } = await openGate({ retrySeconds: 0 });
  const { runs, tool } = makeTool();
  const tools = gateTools({ send: tool }, { countersign });
  await work(gatedIn(tools));
  expect(await tools.send.execute({ to: 7 } as never, {})).toMatchObject({ status: "refused", errors: [{ path: "/to" }] });
  server.failNext(/POST \/api\/pending-actions$/, "cut");
  expect(await tools.send.execute({ to: "ada" }, {})).toMatchObject({ status: "unavailable", pendingActionId: null });
  expect(runs).toEqual([]);
  await expect(gateTool("other", tool, { countersign }).execute({ to: "ada" }, {})).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a repeated call is recognised within a conversation, and nowhere else", async () => {
  const { countersign, work } = await openGate();
  const { tool } = makeTool();
  const inSession = gateTools({ send: tool }, { countersign, sessionId: "s-1" });
  const elsewhere = gateTools({ send: tool }, { countersign, sessionId: "s-2" });
  const nowhere = gateTools({ send: tool }, { countersign });
  await work(gatedIn(inSession));
  const idOf = async (tools: typeof inSession, to = "ada", toolCallId = "c-1") =>
    (await tools.send.execute({ to, copy: undefined } as { to: string }, { toolCallId })).pendingActionId;
  const first = await idOf(inSession);
  expect(await idOf(inSession)).toBe(first);
  const others = [
    await idOf(inSession, "bob"),
    await idOf(inSession, "ada", "c-2"),
    await idOf(elsewhere),
    await idOf(nowhere),
    await idOf(nowhere),
  ];
  expect(new Set([first, ...others]).size).toBe(6);
});

test("a signal ends the wait; the action stays", async () => {
  const { server, countersign, work } = await openGate();
  const tools = gateTools({ send: makeTool().tool }, { countersign, wait: "100s" });
  await work(gatedIn(tools));
  const controller = new AbortController();
  const call = tools.send.execute({ to: "ada" }, { abortSignal: controller.signal });
  await server.until(() => server.paths(/GET/).length > 0);
  controller.abort(new Error("the user left"));
  await expect(call).rejects.toThrow("the user left");
  expect(server.action("a-1").status).toBe("pending");
});

test("some tools of a set are gated, the others stay as they are; a name that is not there is refused", async () => {
  const { countersign } = await openGate();
  const [send, read] = [makeTool().tool, makeTool().tool];
  const part = gateTools({ send, read }, { countersign, except: ["read"] });
  expect(part.read.execute).toBe(read.execute);
  expect(gatedIn(part).map(({ definition }) => definition.name)).toEqual(["send"]);
  expect(gatedIn(gateTools({ send, read }, { countersign, only: ["read"], prefix: "mail_" }))[0]!.definition.name).toBe(
    "mail_read",
  );
  expect(() => gateTools({ send }, { countersign, only: ["sent"] })).toThrow("`only` names sent; the tools are send");
  expect(() => gateTools({ send }, { countersign, details: { sent: {} } })).toThrow("`details` names sent");
  expect(() => gateTools({ send: { inputSchema: schema } }, { countersign })).toThrow("has no `execute`");
  expect(() => gatedIn({ ...part })).toThrow("not a copy");
});

test("details reach the definition; a schema of the SDK's own is read and checked again when it runs", async () => {
  const { server, countersign, work } = await openGate();
  const inputSchema = {
    jsonSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { to: { type: "string" } } },
    validate: (value: unknown) =>
      typeof (value as { to?: unknown }).to === "string"
        ? { success: true as const, value }
        : { success: false as const, error: new Error("to must be text") },
  };
  async function* stream(): AsyncGenerator<string> {
    yield "half";
    yield "whole";
  }
  const tool = {
    inputSchema,
    execute: () => stream(),
    toModelOutput: ({ output }: { output: unknown }) => ({ type: "text", value: output }),
  };
  const gated = gateTool("send", tool, {
    countersign,
    details: {
      send: {
        effect: "idempotent",
        risk: 4,
        protectedKeys: ["to"],
        preview: ({ to }: { to: string }) => ({ title: `To ${to}` }),
      },
    },
  });
  const { definition } = gatedIn(gated)[0]!;
  expect(definition).toMatchObject({ effect: "idempotent", risk: 4, protectedKeys: ["to"], previews: true });
  expect(definition).not.toHaveProperty("inputSchema.$schema");
  await work(gatedIn(gated));
  await gated.execute({ to: "ada" } as never, {} as never);
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ status: "executed", result: "whole" });
  await gated.execute({ to: "ada" } as never, {} as never);
  const second = [...server.rows.keys()].at(-1)!;
  server.approve(second, { to: 7 });
  expect(await countersign.wait(second, "100s")).toMatchObject({ status: "failed", error: { code: "invalid" } });
  const shown = (gated as unknown as { toModelOutput: (given: object) => unknown }).toModelOutput;
  expect(await shown({ output: { status: "executed", result: "whole" } })).toEqual({ type: "text", value: "whole" });
  expect(await shown({ output: { status: "rejected" } })).toEqual({ type: "json", value: { status: "rejected" } });
});

test("plain functions are gated by their names, with the check of their schema", async () => {
  const { server, countersign, work } = await openGate();
  const gated = gateFunctions(
    { send: { description: "Send mail", input: schema, execute: ({ to }: { to: string }) => `to ${to}` } },
    { countersign },
  );
  await work(gatedIn(gated));
  expect(await gated.send({ to: "ada" })).toMatchObject({ status: "queued" });
  expect(await gated.send({ to: 7 } as never)).toMatchObject({ status: "refused" });
  server.approve("a-1");
  expect(await countersign.wait("a-1", "100s")).toMatchObject({ result: "to ada" });
});
