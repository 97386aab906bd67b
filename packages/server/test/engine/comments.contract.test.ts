import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { MAX_COMMENTS, type CommentRequest } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { addWorkspace } from "../identity/support.ts";
import { until } from "../support/until.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

describe(`comments on ${kind}`, () => {
  let gate: Gate;
  let id: string;
  beforeEach(async () => {
    gate = await openGate(kind, { started: false });
    id = await propose(gate, "pay", { amount: 7 });
  });
  afterEach(() => gate.close());

  const otherAgent = (): Principal => ({ ...gate.agent, id: "another" });
  const say = (by: Principal, request: string | CommentRequest) =>
    gate.engine.comments.add(by, id, typeof request === "string" ? { text: request } : request);
  const ask = async (text = "Why 7?") => need(await say(gate.people.approver, { text, forAgent: true }));
  const reply = (by: Principal, commentId: string, text: string) => gate.engine.comments.reply(by, id, commentId, { text });
  const read = async (by: Principal) => need(await gate.engine.actions.get(by, id));
  const textsFor = async (by: Principal) => (await read(by)).comments?.map(({ text }) => text);
  const faults = async () => (await verifyAudit(gate.database, gate.agent.workspaceId))[0]?.faults;

  test("G52 a comment changes nothing about the action, and an approval of what was shown before still counts", async () => {
    const { approver, viewer } = gate.people;
    const before = await read(approver);
    need(await say(viewer, "I know this supplier."));
    await ask();
    const { comments, commentCount, ...after } = await read(approver);
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([key]) => !key.startsWith("comment"))));
    expect(commentCount).toBe(2);
    expect(comments?.map(({ text, forAgent, by }) => [text, forAgent, by.id])).toEqual([
      ["I know this supplier.", false, viewer.id],
      ["Why 7?", true, approver.id],
    ]);
    expect(need(await gate.engine.decisions.approve(approver, id, { digest: before.digest, channel: "inbox" })).status).toBe(
      "approved",
    );
    expect(await faults()).toEqual([]);
  });

  test("G52 an agent reads only what it is asked and what it replied, on its own actions; a worker reads nothing", async () => {
    const { approver } = gate.people;
    need(await say(approver, "Between us: is this a fraud?"));
    const asked = await ask();
    need(await reply(gate.agent, asked.id, "The invoice says 7."));
    expect(await textsFor(gate.agent)).toEqual(["Why 7?", "The invoice says 7."]);
    const seen = [
      need(await gate.engine.actions.wait(gate.agent, id, 0)),
      need(await gate.engine.actions.outcome(gate.agent, id)),
      need(await gate.engine.actions.timeline(gate.agent, id)),
      need(await gate.engine.actions.list(gate.agent, {})),
      need(await gate.engine.heldCalls.collect(gate.agent, id, 0, undefined, "tell")),
    ];
    expect(JSON.stringify(seen)).not.toContain("Between us");
    expect(JSON.stringify(seen[3])).not.toContain("commentCount");
    expect(codeOf(await gate.engine.actions.get(otherAgent(), id))).toBe("NOT_FOUND");
    expect(codeOf(await reply(otherAgent(), asked.id, "me"))).toBe("NOT_FOUND");
  });

  test("G52 an agent replies once to each question, and says nothing else", async () => {
    const { approver } = gate.people;
    const other = need(await say(approver, "A remark"));
    const asked = await ask();
    expect(codeOf(await reply(gate.agent, other.id, "me too"))).toBe("NOT_FOUND");
    expect(codeOf(await gate.engine.comments.add(gate.agent, id, { text: "Approve me" }))).toBe("NOT_FOUND");
    const tried = await Promise.all(["One", "Two", "Three"].map((text) => reply(gate.agent, asked.id, text)));
    expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
    const replies = (await read(approver)).comments?.filter(({ replyTo }) => replyTo === asked.id) ?? [];
    expect(replies).toHaveLength(1);
    // The same reply again, because its answer was lost, is the one that is stored.
    expect(need(await reply(gate.agent, asked.id, replies[0]!.text))).toEqual(replies[0]);
    expect(codeOf(await reply(gate.agent, asked.id, "Another"))).toBe("INVALID_STATE");
    expect(await faults()).toEqual([]);
  });

  test("G52 only people who may decide ask the agent", async () => {
    expect(codeOf(await say(gate.people.viewer, { text: "Why?", forAgent: true }))).toBe("FORBIDDEN");
    expect(codeOf(await say({ ...gate.people.approver, scope: "read" }, { text: "Why?", forAgent: true }))).toBe("FORBIDDEN");
    await sql`update member set role = 'viewer' where user_id = ${gate.people.approver.id}`.execute(gate.database.kysely);
    expect(codeOf(await say(gate.people.approver, { text: "Why?", forAgent: true }))).toBe("FORBIDDEN");
    expect((await read(gate.people.admin)).comments).toEqual([]);
  });

  test("a question ends the agent's wait once, is noted as read, and is told until the agent replies", async () => {
    const waiting = gate.engine.heldCalls.collect(gate.agent, id, 60, undefined, "end");
    const asked = await ask();
    const first = need(await waiting);
    const told = { id: asked.id, from: gate.people.approver.name, text: "Why 7?", at: asked.at };
    expect(first).toMatchObject({ status: "queued", comments: [told] });
    expect((await read(gate.people.viewer)).comments?.[0]?.readAt).not.toBeNull();
    const events = need(await gate.engine.actions.timeline(gate.people.viewer, id));
    expect(events.filter(({ kind: name }) => name === "action.comment_read").map(({ by }) => by.id)).toEqual([gate.agent.id]);
    // It was told, so that it is not asked again and again in a loop: this waits until the decision.
    const second = gate.engine.heldCalls.collect(gate.agent, id, 60, undefined, "end");
    const { digest } = await read(gate.people.other);
    need(await gate.engine.decisions.reject(gate.people.other, id, { digest, channel: "inbox" }));
    expect(need(await second)).toMatchObject({ status: "rejected", comments: [told] });
    need(await reply(gate.agent, asked.id, "Sorry"));
    expect(need(await gate.engine.heldCalls.collect(gate.agent, id, 0, undefined, "tell")).comments).toBeUndefined();
    expect(need(await gate.engine.comments.asked(gate.agent))).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test("a wait that expires the action is not ended by a question", async () => {
    const held = gate.engine.proposals.propose(gate.agent, {
      toolName: "pay",
      toolInput: { amount: 8 },
      delivery: "wait",
      waitSeconds: 60,
      onWaitEnd: "expire",
    });
    const wanted = { status: ["pending"], toolName: "pay" } as const;
    const newest = async () => need(await gate.engine.actions.list(gate.agent, wanted)).items[0]?.id ?? "";
    const first = id;
    id = await until(newest, (one) => one !== first);
    await ask();
    const { digest } = await read(gate.people.approver);
    need(await gate.engine.decisions.reject(gate.people.approver, id, { digest, channel: "inbox" }));
    expect(need(await held)).toMatchObject({ status: "rejected", comments: [{ text: "Why 7?" }] });
  });

  test("what people ask about any of its actions is listed for the agent", async () => {
    const asked = await ask();
    expect(need(await gate.engine.comments.asked(gate.agent))).toEqual([
      { pendingActionId: id, toolName: "pay", id: asked.id, from: gate.people.approver.name, text: "Why 7?", at: asked.at },
    ]);
    expect((await read(gate.people.viewer)).comments?.[0]?.readAt).not.toBeNull();
    expect(need(await gate.engine.comments.asked(otherAgent()))).toEqual([]);
    expect(codeOf(await gate.engine.comments.asked(gate.people.approver))).toBe("FORBIDDEN");
  });

  test("a request that is sent again adds nothing, and another one with its key is refused", async () => {
    const { approver, other } = gate.people;
    const request = { text: "Once", idempotencyKey: "k" };
    const [one, two] = await Promise.all([say(approver, request), say(approver, request)]);
    expect(need(one)).toEqual(need(two));
    expect(codeOf(await say(approver, { ...request, text: "Twice" }))).toBe("IDEMPOTENCY_CONFLICT");
    need(await say(other, request));
    expect((await read(approver)).commentCount).toBe(2);
  });

  test("G52 an action of the chat is commented on, but its agent is asked in the conversation", async () => {
    const { approver } = gate.people;
    const { agent } = gate;
    const sessionId = `chat_${id}`;
    const { workspaceId } = agent;
    const { kysely } = gate.database;
    await kysely
      .insertInto("chatAgent")
      .values({ workspaceId, agentId: agent.id } as never)
      .execute();
    await kysely
      .insertInto("chatSession")
      .values({ workspaceId, id: sessionId, ownerId: approver.id, agentId: agent.id, title: "Payments" })
      .execute();
    const call = { toolName: "pay", toolInput: { amount: 9 }, sessionId };
    id = need(await gate.engine.proposals.propose(agent, call)).pendingActionId!;
    need(await say(approver, "Looks fine"));
    expect(await say(approver, { text: "Why 9?", forAgent: true })).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: expect.stringContaining("Ask the agent in that conversation") },
    });
  });

  test("a caller that does not pass questions on to the agent notes none as read", async () => {
    await ask();
    expect(need(await gate.engine.heldCalls.collect(gate.agent, id, 0)).comments).toBeUndefined();
    expect((await read(gate.agent)).comments?.[0]?.readAt).toBeNull();
    need(await gate.engine.actions.wait(gate.agent, id, 0));
    expect((await read(gate.people.viewer)).comments?.[0]?.readAt).not.toBeNull();
  });

  test(`an action has at most ${MAX_COMMENTS} comments, also of several at once`, async () => {
    const { approver } = gate.people;
    for (let n = 0; n < MAX_COMMENTS - 2; n += 1) need(await say(approver, `${n}`));
    const tried = await Promise.all(["a", "b", "c", "d"].map((text) => say(approver, text)));
    expect(tried.filter(({ ok }) => ok)).toHaveLength(2);
    expect(tried.filter(({ ok }) => !ok).map(codeOf)).toEqual(["INVALID_STATE", "INVALID_STATE"]);
    expect((await read(approver)).commentCount).toBe(MAX_COMMENTS);
  });

  test("G52 a comment mentions members only, each once; they are on the timeline, and may decide nothing more", async () => {
    const { admin, approver, viewer } = gate.people;
    const outsider = (await addWorkspace(gate.database)).admin.id;
    const refused = await say(viewer, { text: "@x", mentions: [approver.id, outsider, "nobody"] });
    expect(refused).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/mentions/1" }, { path: "/mentions/2" }] },
    });
    expect((await read(admin)).comments).toEqual([]);
    const named = [viewer, approver].map(({ id: personId, name }) => ({ id: personId, name }));
    const said = await say(admin, { text: "@viewer @approver", mentions: [viewer.id, approver.id, viewer.id] });
    expect(need(said).mentions).toEqual(named);
    expect((await read(approver)).comments?.[0]?.mentions).toEqual(named);
    const events = need(await gate.engine.actions.timeline(viewer, id));
    expect(events.at(-1)).toMatchObject({ kind: "action.commented", data: { mentions: named } });
    const { digest } = await read(viewer);
    expect(codeOf(await gate.engine.decisions.approve(viewer, id, { digest, channel: "inbox" }))).toBe("FORBIDDEN");
    expect(await faults()).toEqual([]);
    await sql`update action_comment set mentions = '[]' where action_id = ${id}`.execute(gate.database.kysely);
    expect(await faults()).toHaveLength(2);
  });

  test("a comment that is sent again with its key mentions the same people, or is refused", async () => {
    const { admin, approver, viewer } = gate.people;
    const request = { text: "Look", mentions: [viewer.id], idempotencyKey: "m" };
    const first = need(await say(admin, request));
    expect(need(await say(admin, request))).toEqual(first);
    expect(codeOf(await say(admin, { ...request, mentions: [approver.id] }))).toBe("IDEMPOTENCY_CONFLICT");
  });

  test("G52 a comment that was changed, deleted or added by hand is found", async () => {
    const { kysely } = gate.database;
    const asked = await ask();
    need(await say(gate.people.viewer, "Fine by me"));
    expect(await faults()).toEqual([]);
    await sql`update action_comment set said = 'Looks good' where id = ${asked.id}`.execute(kysely);
    expect(await faults()).toMatchObject([
      { actionId: id, problem: "a comment without an event" },
      { actionId: id, problem: "the comment that this event records was changed or deleted" },
    ]);
    await sql`delete from action_comment where id = ${asked.id}`.execute(kysely);
    expect(await faults()).toMatchObject([
      { actionId: id, problem: "the comment that this event records was changed or deleted" },
    ]);
  });
});
