import type { JsonObject } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { Model } from "../../src/features/chat/models/model-port.ts";
import type { ChatSettings } from "../../src/features/chat/chat-deps.ts";
import { until } from "../support/until.ts";
import { codeOf, need, openGate, untilStatus, type Gate } from "../support/gate.ts";
import { begin, callsOf, modelOf, openTalk, textOf, untilChat, type Talk } from "./support.ts";

const PAY_TWO = 'call pay {"amount": 1}\ncall pay {"amount": 2}';

const kind = inject("database");

/** Tests on every database what a conversation stores, and what it must never do twice. */
describe(`conversations on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { noSticks: true })));
  afterAll(() => gate.close());

  async function talkOf(model?: Model, settings?: Partial<ChatSettings>): Promise<Talk & { id: string }> {
    const talk = openTalk(gate, model, settings);
    onTestFinished(() => talk.chats.close());
    return { ...talk, id: await begin(talk, gate.people.approver, gate.agent.id) };
  }
  const say = async ({ chats, id }: Talk & { id: string }, text: string) =>
    need(await chats.send(gate.people.approver, id, { text }));
  const approve = async (id: string) => need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  const me = () => gate.people.approver;

  test("without a model a script answers, and says that it is one", async () => {
    const talk = await talkOf();
    await say(talk, "hello there");
    const { messages, session } = await untilChat(talk, me(), talk.id, "idle", (all) => all.length === 2);
    expect(messages[1]).toMatchObject({ role: "assistant", status: "done", text: expect.stringContaining("not a model") });
    expect(session).toMatchObject({ title: "hello there", agent: { isScript: true } });
  });

  test("G1 G23 a gated call waits as rows; with the yes it runs once and the agent goes on with its result", async () => {
    const talk = await talkOf();
    const ranBefore = gate.ran.length;
    await say(talk, 'call pay {"amount": 7}');
    const waiting = await untilChat(talk, me(), talk.id, "waiting");
    const [call] = callsOf(waiting.messages);
    expect(call).toMatchObject({ state: "open", widget: { kind: "proposal" }, outcome: { status: "queued" } });
    expect(waiting.briefing.byStatus.pending).toBe(1);
    expect(gate.ran).toHaveLength(ranBefore);
    await approve(call!.actionIds[0]!);
    const { messages } = await untilChat(talk, me(), talk.id, "idle");
    expect(callsOf(messages)[0]).toMatchObject({ state: "told", outcome: { status: "executed", result: { ok: true } } });
    expect(gate.ran.slice(ranBefore).map(({ input }) => input)).toEqual([{ amount: 7 }]);
    expect(messages.at(-1)?.text).toContain("has run once");
  });

  test("G13 G23 of one turn the declined is told apart from the approved, in the calls' order, when the last is decided", async () => {
    const talk = await talkOf();
    await say(talk, PAY_TWO);
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    expect(callsOf(messages).map(({ input }) => input)).toEqual([{ amount: 1 }, { amount: 2 }]);
    const [first, second] = callsOf(messages).map(({ actionIds }) => actionIds[0]!);
    await approve(second!);
    await untilStatus(gate, second!, "executed");
    await talk.chats.look(gate.agent.workspaceId);
    expect(need(await talk.chats.read(me(), talk.id)).session.status).toBe("waiting");
    need(await gate.engine.decisions.reject(me(), first!, { channel: "api", comment: "too soon" }));
    const done = await untilChat(talk, me(), talk.id, "idle");
    expect(callsOf(done.messages).map(({ outcome }) => outcome?.status)).toEqual(["rejected", "executed"]);
    const told = talk.asked.at(-1)!.messages.at(-1)!;
    expect(told).toMatchObject({
      role: "results",
      results: [{ text: expect.stringContaining("too soon") }, { text: expect.stringContaining("executed") }],
    });
  });

  test("G3 G23 a turn that waits goes on in the next process, and proposes nothing again", async () => {
    const talk = await talkOf();
    const ranBefore = gate.ran.length;
    // Other calls than PAY_TWO: a rejection of one of its calls holds in every conversation of the agent.
    await say(talk, 'call pay {"amount": 11}\ncall pay {"amount": 12}');
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    await talk.chats.close();
    const ids = callsOf(messages).map(({ actionIds }) => actionIds[0]!);
    for (const id of ids) await approve(id);
    const next = openTalk(gate);
    onTestFinished(() => next.chats.close());
    const done = await untilChat(next, me(), talk.id, "idle");
    expect(callsOf(done.messages).flatMap(({ actionIds }) => actionIds)).toEqual(ids);
    expect(gate.ran).toHaveLength(ranBefore + 2);
  });

  test("G3 G23 a turn whose process died is taken over; calls that were proposed already are the same actions", async () => {
    let hang: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => (hang = resolve));
    const talk = await talkOf(
      modelOf(
        {
          calls: [
            { name: "peek", input: {} },
            { name: "pay", input: { amount: 3 } },
          ],
        },
        async () => {
          hang();
          return new Promise(() => undefined);
        },
      ),
      { leaseSeconds: 1 },
    );
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    const id = callsOf(messages)[1]!.actionIds[0]!;
    await approve(id);
    await hung;
    // Rows as left by a process that died between two steps: calls made, one action proposed, the answer cut off.
    const { kysely } = gate.database;
    await kysely
      .updateTable("chatCall")
      .set({ state: "made", actionIds: [], outcome: null })
      .where("sessionId", "=", talk.id)
      .execute();
    await kysely
      .updateTable("chatSession")
      .set({ leaseToken: "of a dead process", leaseUntil: new Date(0) })
      .where("id", "=", talk.id)
      .execute();
    const next = openTalk(gate, modelOf({ text: "All paid." }));
    onTestFinished(() => next.chats.close());
    const done = await untilChat(next, me(), talk.id, "idle");
    expect(callsOf(done.messages)[1]).toMatchObject({ actionIds: [id], outcome: { status: "executed" } });
    expect(done.messages.at(-1)).toMatchObject({ text: "All paid.", status: "done" });
    expect(done.messages.find(({ status }) => status === "stopped")).toMatchObject({ error: "The answer was interrupted." });
  });

  test("G3 G23 a turn that was taken by another process writes nothing more", async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const talk = await talkOf(modelOf(async () => held.then(() => ({ calls: [{ name: "pay", input: { amount: 9 } }] }))));
    await say(talk, "pay nine");
    await untilChat(talk, me(), talk.id, "running", (all) => all.length === 2);
    const { kysely } = gate.database;
    const of = kysely.updateTable("chatSession").where("id", "=", talk.id);
    await of.set({ leaseToken: "of another process", leaseUntil: new Date(Date.now() + 60_000) }).execute();
    go();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { messages } = need(await talk.chats.read(me(), talk.id));
    expect(callsOf(messages)).toEqual([]);
    expect(messages.at(-1)).toMatchObject({ status: "writing" });
    await kysely
      .updateTable("chatSession")
      .where("id", "=", talk.id)
      .set({ status: "idle", leaseToken: null, leaseUntil: null })
      .execute();
  });

  test("one turn at a time; words while people decide overtake, and what ends later is told by itself", async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const talk = await talkOf(
      modelOf({ calls: [{ name: "pay", input: { amount: 4 } }] }, async () =>
        held.then(() => ({ text: "Still waiting for that." })),
      ),
    );
    await say(talk, "pay four");
    const waiting = await untilChat(talk, me(), talk.id, "waiting");
    const id = callsOf(waiting.messages)[0]!.actionIds[0]!;
    await say(talk, "what is going on?");
    expect(codeOf(await talk.chats.send(me(), talk.id, { text: "hello?" }))).toBe("INVALID_STATE");
    go();
    const idle = await untilChat(talk, me(), talk.id, "idle");
    expect(callsOf(idle.messages)[0]).toMatchObject({ state: "parked", outcome: { status: "queued" } });
    await approve(id);
    const done = await untilChat(
      talk,
      me(),
      talk.id,
      "idle",
      (all) => all.some(({ role }) => role === "note") && all.at(-1)?.role === "assistant",
    );
    expect(done.messages.find(({ role }) => role === "note")).toMatchObject({
      about: [id],
      text: expect.stringContaining("executed"),
    });
    expect(callsOf(done.messages)[0]).toMatchObject({ state: "told", outcome: { status: "executed" } });
  });

  test("what is sent back with words is proposed again, linked; so is the next of it", async () => {
    const talk = await talkOf();
    await say(talk, 'call pay {"amount": 10, "note": "a"}');
    const first = callsOf((await untilChat(talk, me(), talk.id, "waiting")).messages)[0]!.actionIds[0]!;
    const refine = async (pendingActionId: string, feedback: string) =>
      need(await talk.chats.refine(me(), talk.id, { items: [{ pendingActionId }], feedback }));
    expect(await refine(first, "set amount to 11")).toEqual({ refined: [first], skipped: [] });
    const again = await untilChat(talk, me(), talk.id, "waiting", (all) => callsOf(all).length === 2);
    const second = callsOf(again.messages)[1]!.actionIds[0]!;
    expect(textOf(again.messages)).toMatch(/user: set amount to 11\nnote: People sent 1 of your proposals back/);
    await refine(second, 'set amount to 12; set note to "b c"');
    const third = callsOf((await untilChat(talk, me(), talk.id, "waiting", (all) => callsOf(all).length === 3)).messages)[2]!
      .actionIds[0]!;
    const action = need(await gate.engine.actions.get(me(), third));
    expect(action).toMatchObject({ toolInput: { amount: 12, note: "b c" }, supersedes: second });
    expect(need(await gate.engine.actions.get(me(), first))).toMatchObject({ status: "refined", supersededBy: second });
    await approve(third);
    const { messages } = await untilChat(talk, me(), talk.id, "idle");
    expect(callsOf(messages).map(({ outcome }) => outcome?.status)).toEqual(["refined", "refined", "executed"]);
  });

  test("a stop ends the turn that runs and the one that waits; proposals stay", async () => {
    const talk = await talkOf(
      modelOf({ text: "Let me see. ", calls: [{ name: "pay", input: { amount: 5 } }] }, () => new Promise(() => undefined)),
    );
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    expect(need(await talk.chats.stop(me(), talk.id)).status).toBe("idle");
    const id = callsOf(messages)[0]!.actionIds[0]!;
    expect(need(await gate.engine.actions.get(me(), id)).status).toBe("pending");
    await say(talk, "and now?");
    await untilChat(talk, me(), talk.id, "running");
    expect(need(await talk.chats.stop(me(), talk.id)).status).toBe("idle");
    const stopped = need(await talk.chats.read(me(), talk.id));
    expect(stopped.messages.at(-1)).toMatchObject({ status: "stopped" });
    need(await gate.engine.decisions.reject(me(), id, { channel: "api" }));
    await talk.chats.look(gate.agent.workspaceId);
    expect(need(await talk.chats.read(me(), talk.id)).session.status).toBe("idle");
  });

  test("G59 only its owner writes in a conversation; approvers read it, viewers and machines do not", async () => {
    const talk = await talkOf();
    await say(talk, "mine alone");
    await untilChat(talk, me(), talk.id, "idle");
    const owner = { id: me().id, name: me().name };
    const listed = async (by: Principal, everyone: boolean) =>
      need(await talk.chats.sessions(by, { q: "mine alone", everyone })).items.map(({ id }) => id);
    for (const by of [gate.people.admin, gate.people.other]) {
      const { session, messages } = need(await talk.chats.read(by, talk.id));
      expect([session.owner, messages[0]?.text]).toEqual([owner, "mine alone"]);
      expect(need(await talk.chats.changesAfter(by, talk.id, 0)).messages).toHaveLength(messages.length);
      expect([await listed(by, false), await listed(by, true)]).toEqual([[], [talk.id]]);
    }
    const { viewer } = gate.people;
    expect(codeOf(await talk.chats.read(viewer, talk.id))).toBe("NOT_FOUND");
    expect(codeOf(await talk.chats.changesAfter(viewer, talk.id, 0))).toBe("NOT_FOUND");
    expect(await listed(viewer, true)).toEqual([]);
    for (const by of [gate.people.admin, gate.people.other, viewer]) {
      expect(codeOf(await talk.chats.send(by, talk.id, { text: "x" }))).toBe("NOT_FOUND");
      expect(codeOf(await talk.chats.goOn(by, talk.id))).toBe("NOT_FOUND");
      expect(codeOf(await talk.chats.stop(by, talk.id))).toBe("NOT_FOUND");
      expect(codeOf(await talk.chats.change(by, talk.id, { title: "x" }))).toBe("NOT_FOUND");
    }
    expect(need(await talk.chats.read(me(), talk.id)).session).toMatchObject({ title: "mine alone", turn: 1 });
    for (const machine of [gate.agent, gate.worker]) expect(codeOf(await talk.chats.read(machine, talk.id))).toBe("FORBIDDEN");
  });

  test("G59 of an agent with private sessions, the owner, the person it acts for and administrators read a conversation", async () => {
    const talk = await talkOf();
    await say(talk, "in private");
    await untilChat(talk, me(), talk.id, "idle");
    const { admin, other } = gate.people;
    const set = (privateSessions: boolean, actsFor: string | null) =>
      gate.engine.agents.change(admin, gate.agent.id, { privateSessions, actsFor, confirm: true });
    need(await set(true, null));
    const reads = async (by: Principal) => codeOf(await talk.chats.read(by, talk.id));
    expect([await reads(me()), await reads(admin), await reads(other)]).toEqual(["ok", "ok", "NOT_FOUND"]);
    expect(need(await talk.chats.sessions(other, { q: "in private", everyone: true })).items).toEqual([]);
    expect(need(await talk.chats.sessions(admin, { q: "in private", everyone: true })).items).toHaveLength(1);
    need(await set(true, other.id));
    expect(await reads(other)).toBe("ok");
    need(await set(false, null));
    expect(await reads(other)).toBe("ok");
  });

  test("a turn ends at its limits, and says so", async () => {
    const again = { calls: [{ name: "peek", input: {} }] };
    const talk = await talkOf(modelOf(again, again, again, again, again, again));
    const limits = { softRounds: 3, hardRounds: 4, identicalCalls: 2 };
    need(await talk.chats.changeAgent(gate.people.admin, gate.agent.id, { limits }));
    await say(talk, "look");
    const { messages, session } = await untilChat(talk, me(), talk.id, "idle");
    expect(session.round).toBe(4);
    expect(messages.at(-1)).toMatchObject({ role: "note", text: expect.stringContaining("ended after 4 rounds") });
    expect(callsOf(messages).map(({ refusal }) => refusal === null)).toEqual([true, true, false, false]);
    expect(talk.asked.map(({ messages: told }) => JSON.stringify(told.at(-1)).includes("Finish now"))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const tokens = session.usage.inputTokens + session.usage.outputTokens;
    expect(tokens).toBe(60);
    need(
      await talk.chats.changeAgent(gate.people.admin, gate.agent.id, {
        limits: { sessionTokens: 60, softRounds: 16, hardRounds: 18, identicalCalls: 3 },
      }),
    );
    await say(talk, "once more");
    const over = await untilChat(talk, me(), talk.id, "idle", (all) => all.at(-1)?.role === "note");
    expect(over.messages.at(-1)?.text).toContain("60 of its 60 tokens");
    need(await talk.chats.changeAgent(gate.people.admin, gate.agent.id, { limits: { sessionTokens: null } }));
  });

  test("a message sent again under its key is stored once, and a model that fails leaves the words to go on from", async () => {
    const talk = await talkOf(modelOf(() => Promise.reject(new Error("boom")), { text: "Here I am." }));
    need(await talk.chats.send(me(), talk.id, { text: "hello", key: "k1" }));
    const failed = await untilChat(talk, me(), talk.id, "idle");
    expect(failed.messages.at(-1)).toMatchObject({ status: "failed", error: expect.stringContaining("An internal error") });
    need(await talk.chats.send(me(), talk.id, { text: "hello", key: "k1" }));
    expect(need(await talk.chats.read(me(), talk.id)).messages).toHaveLength(2);
    need(await talk.chats.goOn(me(), talk.id));
    const { messages } = await untilChat(talk, me(), talk.id, "idle", (all) => all.length === 3);
    expect(messages.at(-1)?.text).toBe("Here I am.");
  });

  test("G11 whatever a model says is kept and shown: tools that are not there, input that is none, characters no column holds", async () => {
    const calls = [
      { name: "no\u0000such", input: {} },
      { name: "pay", input: [1] as unknown as JsonObject },
      { name: "pay", input: { amount: "much", "\u0000": "\u0000" } },
    ];
    const talk = await talkOf(modelOf({ text: "a\u0000b \ud800 <b>Approved</b>", calls }));
    await say(talk, "go");
    const { messages } = await untilChat(talk, me(), talk.id, "idle");
    expect(messages[1]?.text).toBe("a\ufffdb \ufffd <b>Approved</b>");
    const [unknown, list, wrong] = callsOf(messages).map(({ refusal }) => refusal);
    expect(unknown).toContain("There is no tool named no\ufffdsuch");
    expect(list).toContain("a JSON object");
    expect(wrong).toContain("/toolInput/amount");
    expect(callsOf(messages).flatMap(({ actionIds }) => actionIds)).toEqual([]);
  });

  test("who looks again after any revision gets every change since, once", async () => {
    const talk = await talkOf();
    await say(talk, 'call pay {"amount": 6}');
    const seen = new Map<number, number>();
    let rev = 0;
    const look = async () => {
      const { session, messages } = need(await talk.chats.changesAfter(me(), talk.id, rev));
      for (const message of messages) seen.set(message.seq, message.rev);
      ({ rev } = session);
      return session.status;
    };
    await until(look, (status) => status === "waiting");
    await approve(callsOf(need(await talk.chats.read(me(), talk.id)).messages)[0]!.actionIds[0]!);
    const done = await untilChat(talk, me(), talk.id, "idle");
    await look();
    expect([...seen].sort(([a], [b]) => a - b)).toEqual(done.messages.map((message) => [message.seq, message.rev]));
  });

  test("conversations are searched, renamed, archived and restored; another agent is told what was said", async () => {
    const talk = await talkOf(modelOf({ text: "Noted: kumquat." }));
    await say(talk, "remember the quince");
    await untilChat(talk, me(), talk.id, "idle");
    need(await talk.chats.change(me(), talk.id, { title: "Fruit" }));
    const find = async (q: string, archived = false) =>
      need(await talk.chats.sessions(me(), { q, archived })).items.map(({ id }) => id);
    for (const q of ["quince", "KUMQUAT", "fruit"]) expect(await find(q)).toEqual([talk.id]);
    expect(await find("100%")).toEqual([]);
    need(await talk.chats.change(me(), talk.id, { archived: true }));
    expect([await find("fruit"), await find("fruit", true)]).toEqual([[], [talk.id]]);
    expect(codeOf(await talk.chats.send(me(), talk.id, { text: "x" }))).toBe("INVALID_STATE");
    need(await talk.chats.change(me(), talk.id, { archived: false }));
    const other =
      need(await talk.chats.agents(gate.people.admin)).find(({ id }) => id !== gate.agent.id)?.id ?? (await secondAgent());
    need(await talk.chats.changeAgent(gate.people.admin, other, { instructions: "Be kind." }));
    need(await talk.chats.change(me(), talk.id, { agentId: other }));
    await say(talk, "go on");
    await untilChat(talk, me(), talk.id, "idle", (all) => all.length === 4);
    const request = talk.asked.at(-1)!;
    expect(request.instructions).toMatch(/^Be kind\./);
    expect(request.messages[0]).toMatchObject({ role: "note", text: expect.stringContaining("remember the quince") });
    expect(request.messages.at(-1)).toEqual({ role: "user", text: "go on" });
  });

  test("what one agent proposed is told to the one that goes on, once", async () => {
    const talk = await talkOf(
      modelOf({ calls: [{ name: "pay", input: { amount: 8 } }] }, { text: "I am the next." }, { text: "Good." }),
    );
    await say(talk, "pay eight");
    const [call] = callsOf((await untilChat(talk, me(), talk.id, "waiting")).messages);
    need(await talk.chats.stop(me(), talk.id));
    const next =
      need(await talk.chats.agents(gate.people.admin)).find(({ id }) => id !== gate.agent.id)?.id ?? (await secondAgent());
    need(await talk.chats.changeAgent(gate.people.admin, next, { enabled: true }));
    need(await talk.chats.change(me(), talk.id, { agentId: next }));
    await say(talk, "go on");
    await untilChat(talk, me(), talk.id, "idle", (all) => all.at(-1)?.text === "I am the next.");
    await talk.chats.look(gate.agent.workspaceId);
    await approve(call!.actionIds[0]!);
    const done = await untilChat(talk, me(), talk.id, "idle", (all) => all.at(-1)?.text === "Good.");
    expect(done.messages.filter(({ role }) => role === "note").map(({ about }) => about)).toEqual([call!.actionIds]);
    expect(callsOf(done.messages)[0]).toMatchObject({ state: "told", outcome: { status: "executed" } });
    expect(talk.asked).toHaveLength(3);
  });

  async function secondAgent(): Promise<string> {
    const { workspaceId } = gate.agent;
    const id = `second_${workspaceId}`;
    const row = {
      workspaceId,
      id,
      kind: "agent" as const,
      name: "second",
      tokenHash: id,
      prefix: "",
      groups: ["default"],
      role: null,
      userId: null,
    };
    await gate.database.kysely.insertInto("apiKey").values(row).execute();
    return id;
  }

  test("a page of conversations goes on where the one before it ended", async () => {
    const talk = await talkOf();
    // All of one millisecond.
    for (let n = 0; n < 3; n += 1) {
      const id = await begin(talk, gate.people.other, gate.agent.id);
      const at = `2026-11-26T09:30:00.00000${n}Z`;
      await sql`update chat_session set updated_at = ${at} where id = ${id}`.execute(gate.database.kysely);
    }
    const all = need(await talk.chats.sessions(gate.people.other, {})).items.map(({ id }) => id);
    const first = need(await talk.chats.sessions(gate.people.other, { limit: 2 }));
    const rest = need(await talk.chats.sessions(gate.people.other, { limit: 2, cursor: first.nextCursor! }));
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all);
    expect(rest.nextCursor).toBeNull();
    expect(codeOf(await talk.chats.sessions(gate.people.other, { cursor: "nonsense" }))).toBe("INVALID_INPUT");
  });
});
