import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Model } from "../../src/features/chat/models/model-port.ts";
import { COLLECT_TOOL } from "../../src/features/chat/collected-calls.ts";
import { need, openGate, untilStatus, type Gate } from "../support/gate.ts";
import { begin, callsOf, modelOf, openTalk, textOf, untilChat, type Talk } from "./support.ts";

const kind = inject("database");
const collect = (label: string) => ({ name: COLLECT_TOOL.name, input: { label } });
const pay = (amount: number) => ({ name: "pay", input: { amount } });

/** Tests on every database the checkpoints that an agent of the chat opens. */
describe(`checkpoints of conversations on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { noSticks: true })));
  afterAll(() => gate.close());

  const me = () => gate.people.approver;
  function open(model?: Model): Talk {
    const talk = openTalk(gate, model);
    onTestFinished(() => talk.chats.close());
    return talk;
  }
  async function talkOf(model?: Model) {
    const talk = open(model);
    return { ...talk, id: await begin(talk, me(), gate.agent.id) };
  }
  const say = async ({ chats, id }: Talk & { id: string }, text: string) => need(await chats.send(me(), id, { text }));
  const checkpointsOf = async (sessionId: string) => need(await gate.engine.checkpoints.list(me(), { sessionId }));
  const get = async (id: string) => need(await gate.engine.checkpoints.get(me(), id));
  const approve = async (id: string) => {
    const { digest } = await get(id);
    return need(await gate.engine.checkpoints.decide(me(), id, "approve", { digest, channel: "api" }));
  };
  const amountsSince = (before: number) => gate.ran.slice(before).map(({ input }) => input["amount"]);

  test("G1 G23 calls of several answers are decided together: the agent goes on until it has proposed all, then stops, and is told how each ended", async () => {
    const ranBefore = gate.ran.length;
    const talk = await talkOf(
      modelOf(
        { calls: [collect("Two invoices"), pay(21)] },
        { calls: [pay(22)] },
        { text: "Both are proposed." },
        { text: "Thanks." },
      ),
    );
    await say(talk, "pay both");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    expect(messages.at(-1)).toMatchObject({ role: "assistant", text: "Both are proposed." });
    expect(talk.asked).toHaveLength(3);
    expect(talk.asked[0]!.tools.map(({ name }) => name)).toContain(COLLECT_TOOL.name);
    expect(talk.asked[1]!.messages.at(-1)).toMatchObject({
      role: "results",
      results: [{ text: expect.stringContaining("checkpointId") }, { text: expect.stringContaining('"queued"') }],
    });
    const [checkpoint, ...others] = await checkpointsOf(talk.id);
    expect(others).toEqual([]);
    expect(checkpoint).toMatchObject({ label: "Two invoices", pending: 2, openedBy: { id: gate.agent.id } });
    expect(callsOf(messages)[0]).toMatchObject({
      state: "told",
      widget: { kind: "checkpoint", checkpointId: checkpoint!.id, label: "Two invoices" },
    });
    expect(gate.ran).toHaveLength(ranBefore);

    await approve(checkpoint!.id);
    const done = await untilChat(talk, me(), talk.id, "idle");
    expect(amountsSince(ranBefore).toSorted()).toEqual([21, 22]);
    expect(callsOf(done.messages).map(({ outcome }) => outcome?.status)).toEqual(["executed", "executed", "executed"]);
    expect(done.messages.at(-2)).toMatchObject({
      role: "note",
      about: callsOf(messages).flatMap(({ actionIds }) => actionIds),
    });
    expect(done.messages.at(-1)?.text).toBe("Thanks.");
    expect(talk.asked).toHaveLength(4);
    expect((await get(checkpoint!.id)).decided).toMatchObject({ verdict: "approve" });
  });

  test("G3 G13 G23 the next process goes on when the last collected call is decided, alone too, and tells each end once", async () => {
    const ranBefore = gate.ran.length;
    const talk = await talkOf(modelOf({ calls: [pay(31), collect("Two more"), pay(32)] }, { text: "Proposed." }));
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting", (all) => all.at(-1)?.text === "Proposed.");
    const [first, second] = callsOf(messages).flatMap(({ actionIds }) => actionIds);
    expect((await checkpointsOf(talk.id))[0]).toMatchObject({ pending: 2 });
    await talk.chats.close();
    need(await gate.engine.decisions.reject(me(), first!, { channel: "api", comment: "too soon" }));
    const next = open(modelOf({ text: "Then one." }));
    await next.chats.look(gate.agent.workspaceId);
    expect(need(await next.chats.read(me(), talk.id)).session.status).toBe("waiting");
    need(await gate.engine.decisions.approve(me(), second!, { channel: "api" }));
    await untilStatus(gate, second!, "executed");
    const done = await untilChat(next, me(), talk.id, "idle");
    expect(amountsSince(ranBefore)).toEqual([32]);
    const notes = done.messages.filter(({ role }) => role === "note");
    expect(notes).toHaveLength(1);
    expect(notes[0]!.text).toMatch(/rejected.*too soon[^]*executed/);
    expect(next.asked).toHaveLength(1);
    expect(done.messages.at(-1)?.text).toBe("Then one.");
  });

  test("G23 a turn whose process died after the checkpoint was opened goes on with the same one", async () => {
    const talk = await talkOf(modelOf({ calls: [collect("Opened once"), pay(41)] }, { text: "Proposed." }));
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting", (all) => all.at(-1)?.text === "Proposed.");
    await talk.chats.close();
    const { kysely } = gate.database;
    // As if the process had died before it stored what became of the calls.
    await kysely.deleteFrom("chatMessage").where("sessionId", "=", talk.id).where("seq", "=", messages.at(-1)!.seq).execute();
    const lost = { state: "made" as const, outcome: null, widget: null, actionIds: [] as string[] };
    await kysely.updateTable("chatCall").set(lost).where("sessionId", "=", talk.id).execute();
    await kysely
      .updateTable("chatSession")
      .set({ status: "running", leaseToken: "gone", leaseUntil: new Date(0) })
      .where("id", "=", talk.id)
      .execute();
    const next = open(modelOf({ text: "Proposed again." }));
    await untilChat(next, me(), talk.id, "waiting", (all) => all.at(-1)?.text === "Proposed again.");
    const [checkpoint, ...others] = await checkpointsOf(talk.id);
    expect([checkpoint!.pending, others]).toEqual([1, []]);
    await approve(checkpoint!.id);
    await untilChat(next, me(), talk.id, "idle");
  });

  test("a checkpoint that people decide on early takes no more calls; those after it wait by themselves", async () => {
    const talk = await talkOf(
      modelOf(
        { calls: [collect("Early"), pay(51)] },
        async () => {
          await approve((await checkpointsOf(talk.id))[0]!.id);
          return { calls: [pay(52)] };
        },
        { text: "Proposed." },
      ),
    );
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting", (all) => all.at(-1)?.text === "Proposed.");
    const [, first, second] = callsOf(messages);
    await untilStatus(gate, first!.actionIds[0]!, "executed");
    expect(need(await gate.engine.actions.get(me(), second!.actionIds[0]!)).status).toBe("pending");
    expect((await checkpointsOf(talk.id))[0]).toMatchObject({ pending: 0, decided: { verdict: "approve" } });
    need(await gate.engine.decisions.approve(me(), second!.actionIds[0]!, { channel: "api" }));
    await untilChat(talk, me(), talk.id, "idle");
  });

  test("at its limit of rounds a turn waits for what it collected, and a label that is none opens nothing", async () => {
    const limits = async (hardRounds: number) =>
      need(await open().chats.changeAgent(gate.people.admin, gate.agent.id, { limits: { softRounds: 1, hardRounds } }));
    const talk = await talkOf(modelOf({ calls: [{ name: COLLECT_TOOL.name, input: {} }, collect("Limited"), pay(61)] }));
    await limits(1);
    onTestFinished(async () => void (await limits(18)));
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    expect(callsOf(messages)[0]).toMatchObject({ refusal: expect.stringContaining("`label`"), widget: null });
    const checkpoints = await checkpointsOf(talk.id);
    expect(checkpoints).toMatchObject([{ label: "Limited", pending: 1 }]);
    await approve(checkpoints[0]!.id);
    const done = await untilChat(talk, me(), talk.id, "idle");
    expect(callsOf(done.messages).at(-1)?.outcome).toMatchObject({ status: "executed" });
    expect(textOf(done.messages.slice(-1))).toContain("1 rounds, which is the limit");
  });
});
