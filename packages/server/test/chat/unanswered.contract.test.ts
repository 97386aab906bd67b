import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Model } from "../../src/features/chat/models/model-port.ts";
import { codeOf, need, openGate, type Gate } from "../support/gate.ts";
import { begin, callsOf, modelOf, openTalk, textOf, untilChat, type Talk } from "./support.ts";

const kind = inject("database");

/** Tests on every database the time for unanswered proposals of a conversation. */
describe(`unanswered proposals of conversations on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { noSticks: true })));
  afterAll(() => gate.close());

  async function talkOf(model: Model): Promise<Talk & { id: string }> {
    const talk = openTalk(gate, model);
    onTestFinished(() => talk.chats.close());
    return { ...talk, id: await begin(talk, gate.people.approver, gate.agent.id) };
  }
  const say = async ({ chats, id }: Talk & { id: string }, text: string) =>
    need(await chats.send(gate.people.approver, id, { text }));
  const me = () => gate.people.approver;

  test("G55 a proposal that nobody answered in the agent's time expires and never runs, and the agent is told and goes on", async () => {
    const { admin, approver } = gate.people;
    const pay = (amount: number) => ({ calls: [{ name: "pay", input: { amount } }] });
    const talk = await talkOf(modelOf(pay(551), {}, pay(552), { text: "Then not." }));
    const limit = async (unansweredSeconds: number | null) =>
      need(await talk.chats.changeAgent(admin, gate.agent.id, { limits: { unansweredSeconds } }));
    const waitingFor = async (amount: number) => {
      const { messages } = await untilChat(talk, me(), talk.id, "waiting", (all) =>
        callsOf(all).some(({ input, actionIds }) => input["amount"] === amount && actionIds.length === 1),
      );
      return callsOf(messages).find(({ input }) => input["amount"] === amount)!.actionIds[0]!;
    };
    const get = async (id: string) => need(await gate.engine.actions.get(approver, id));

    await say(talk, "pay");
    const endless = await waitingFor(551);
    expect((await get(endless)).expiresAt).toBeNull();
    need(await gate.engine.decisions.reject(approver, endless, { channel: "api", comment: "no" }));
    await untilChat(talk, me(), talk.id, "idle");

    await limit(600);
    onTestFinished(async () => void (await limit(null)));
    await say(talk, "pay again");
    const id = await waitingFor(552);
    const { createdAt, expiresAt } = await get(id);
    expect(Date.parse(expiresAt!) - Date.parse(createdAt)).toBe(600_000);
    const ranBefore = gate.ran.length;
    await sql`update action set expires_at = now() - interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    const { messages } = await untilChat(talk, me(), talk.id, "idle", (all) => textOf(all).includes("Then not."));
    expect(callsOf(messages).at(-1)).toMatchObject({ state: "told", outcome: { status: "expired" } });
    const told = talk.asked.at(-1)?.messages.at(-1);
    expect(told).toMatchObject({
      role: "results",
      results: [{ name: "pay", text: expect.stringContaining('"status":"expired"') }],
    });
    expect(codeOf(await gate.engine.decisions.approve(approver, id, { channel: "api" }))).toBe("INVALID_STATE");
    expect(gate.ran.slice(ranBefore)).toEqual([]);
  });

  test("G55 the agent's time lengthens no time of a tool", async () => {
    const { admin, approver } = gate.people;
    const talk = await talkOf(modelOf({ calls: [{ name: "pay", input: { amount: 553 } }] }));
    need(await talk.chats.changeAgent(admin, gate.agent.id, { limits: { unansweredSeconds: 6000 } }));
    const set = async (lifetimeSeconds: number | null) =>
      sql`update tool set lifetime_seconds = ${lifetimeSeconds} where name = 'pay'`.execute(gate.database.kysely);
    await set(90);
    onTestFinished(async () => {
      await set(null);
      need(await talk.chats.changeAgent(admin, gate.agent.id, { limits: { unansweredSeconds: null } }));
    });
    await say(talk, "pay");
    const { messages } = await untilChat(talk, me(), talk.id, "waiting");
    const { createdAt, expiresAt } = need(await gate.engine.actions.get(approver, callsOf(messages)[0]!.actionIds[0]!));
    expect(Date.parse(expiresAt!) - Date.parse(createdAt)).toBe(90_000);
  });
});
