import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { call, ERAS, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

describe.each(ERAS)("what people ask an agent over MCP %s", (era) => {
  let server: McpServer;
  let key: string;
  beforeAll(async () => {
    server = await openMcpServer({ holdSeconds: 40 });
    ({ key } = await server.makeKey(server.gate, "agent", ["default"]));
  });
  afterAll(async () => server.close());

  const ask = async (id: string, text: string) =>
    need(await server.gate.engine.comments.add(server.gate.people.approver, id, { text, forAgent: true }));
  const pendingId = async (note: string) =>
    until(async () => {
      const { items } = need(
        await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"], q: note }),
      );
      return items[0]?.id ?? "";
    });

  test("the call that is held comes back with the question, the agent replies, and the decision follows", async () => {
    const client = await server.connect(key, era);
    const note = `held ${era}`;
    const held = call(client, "pay", { amount: 5, note });
    const id = await pendingId(note);
    const { id: commentId } = await ask(id, "Which invoice is this?");
    const answer = await held;
    expect(outcomeOf(answer)).toMatchObject({
      status: "queued",
      comments: [{ id: commentId, text: "Which invoice is this?" }],
    });
    expect(textOf(answer)).toContain(`approver asks you about this call (commentId ${commentId}): Which invoice is this?`);
    expect(textOf(answer)).toContain("approval_reply");
    expect(textOf(await call(client, "approval_list"))).toContain("Which invoice is this?");
    const replied = await call(client, "approval_reply", { pendingActionId: id, commentId, text: "INV-5" });
    expect(replied.isError ?? false).toBe(false);
    expect(textOf(replied)).toContain("The call itself does not change");
    const { comments = [], status } = need(await server.gate.engine.actions.get(server.gate.people.approver, id));
    expect(status).toBe("pending");
    expect(comments.map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ["Which invoice is this?", null],
      ["INV-5", commentId],
    ]);
    expect(textOf(await call(client, "approval_list"))).not.toContain("Which invoice");
    await server.decide("reject", id, { reason: "Paid already" });
    expect(textOf(await call(client, "approval_wait", { pendingActionId: id }))).toContain("Paid already");
  });

  test("a reply that cannot be is refused with the reason", async () => {
    const client = await server.connect(key, era);
    const note = `refused ${era}`;
    const held = call(client, "pay", { amount: 6, note });
    const id = await pendingId(note);
    const { id: commentId } = await ask(id, "Why?");
    await held;
    const reply = (rest: object) =>
      call(client, "approval_reply", { pendingActionId: id, commentId, text: "Because", ...rest });
    expect(textOf(await reply({ commentId: "another" }))).toContain("There is no comment for you with this id");
    expect(textOf(await reply({ text: "" }))).toContain("/text");
    expect(textOf(await reply({ text: "x".repeat(4001) }))).toContain("/text");
    await reply({});
    expect(textOf(await reply({ text: "Or not" }))).toContain("You have already replied to this comment");
    await server.decide("reject", id, {});
  });
});
