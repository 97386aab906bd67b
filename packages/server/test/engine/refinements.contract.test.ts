import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { makeElements } from "../support/elements.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests what an agent is asked to propose again, on any database. */
describe(`what was sent back on ${kind}`, () => {
  const elements = makeElements();
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [elements.connector], started: false });
  });
  afterAll(async () => gate.close());
  beforeEach(() => {
    for (const id of ["a", "b", "c"]) elements.fields.set(id, { price: 1, name: id });
  });

  const change = (id: string, price = 2) => ({ id, fields: { price } });
  const proposeOn = (id: string, sessionId: string, price = 2) =>
    propose(gate, "propose_update", change(id, price), { sessionId });
  const read = async (sessionId: string, by = gate.agent) => need(await gate.engine.actions.refinements(by, { sessionId }));
  const refineAll = async (ids: string[], feedback: string) =>
    need(
      await gate.engine.decisions.decideMany(
        gate.people.approver,
        ids.map((pendingActionId) => ({ pendingActionId, verdict: "refine" as const, feedback })),
        "api",
      ),
    );

  test("a batch sent back with one feedback is one group of one message, with every element in it", async () => {
    const ids = [await proposeOn("a", "one"), await proposeOn("b", "one"), await proposeOn("c", "one")];
    const alone = await proposeOn("c", "one", 9);
    await refineAll(ids, "ten less, please");
    need(await gate.engine.decisions.refine(gate.people.other, alone, { channel: "api", comment: "not this" }));
    const { message, items, more } = await read("one");
    expect(more).toBe(false);
    expect(items.map(({ pendingActionId }) => pendingActionId).sort()).toEqual([...ids, alone].sort());
    expect(items.find(({ pendingActionId }) => pendingActionId === ids[0])).toMatchObject({
      toolName: "propose_update",
      target: "element:a",
      toolInput: change("a"),
      feedback: "ten less, please",
      by: { kind: "user", id: gate.people.approver.id, name: "approver" },
    });
    expect(message.match(/ten less, please/g)).toHaveLength(1);
    for (const id of ids) expect(message).toContain(id);
    expect(message).toContain("not this");
  });

  test("what is proposed again, carried over, or only rejected is told no more", async () => {
    const [first, second, third] = [await proposeOn("a", "two"), await proposeOn("b", "two"), await proposeOn("c", "two")];
    await refineAll([first, third], "again");
    need(await gate.engine.decisions.reject(gate.people.approver, second, { channel: "api" }));
    expect((await read("two")).items).toHaveLength(2);
    await proposeOn("a", "two", 5);
    expect((await read("two")).items.map(({ pendingActionId }) => pendingActionId)).toEqual([third]);
    const moved = await proposeOn("b", "two", 7);
    elements.fields.set("b", { price: 1, name: "theirs" });
    need(await gate.engine.targets.rebase(gate.people.approver, moved, { channel: "api" }));
    expect((await read("two")).items).toHaveLength(1);
    await proposeOn("c", "two", 6);
    expect(await read("two")).toEqual({
      message: "None of your proposals was sent back.",
      items: [],
      more: false,
    });
  });

  test("G9 an agent reads its own and no other's, people their workspace's, a worker nothing", async () => {
    const id = await proposeOn("a", "three");
    await refineAll([id], "again");
    expect((await read("three", gate.people.viewer)).items).toHaveLength(1);
    expect((await read("three", { ...gate.agent, id: "another" })).items).toEqual([]);
    const other = await openGate(kind, { connectors: [elements.connector], started: false, database: gate.database });
    expect((await read("three", other.people.admin)).items).toEqual([]);
    expect((await read("three", other.agent)).items).toEqual([]);
    await other.close();
    expect(codeOf(await gate.engine.actions.refinements(gate.worker, { sessionId: "three" }))).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.actions.refinements(gate.people.admin, {}))).toBe("FORBIDDEN");
  });

  test("without a session an agent is told of all of its own of the last week", async () => {
    const own = async () =>
      need(await gate.engine.actions.refinements(gate.agent, {})).items.map(({ pendingActionId }) => pendingActionId);
    const [id, old] = [await proposeOn("a", "four"), await proposeOn("b", "four")];
    await refineAll([id, old], "again");
    expect(await own()).toEqual(expect.arrayContaining([id, old]));
    await sql`update action set resolved_at = now() - interval '8 days' where id = ${old}`.execute(gate.database.kysely);
    expect(await own()).toContain(id);
    expect(await own()).not.toContain(old);
    expect((await read("four")).items).toHaveLength(2);
  });

  test("what is told at once is bounded, and the rest is said to be there", async () => {
    await sql`insert into action (workspace_id, id, tool_name, tool_hash, source, effect, risk, tool_input, effective_input, preview,
          digest, status, session_id, batch_id, proposed_kind, proposed_by, proposed_name, request_hash, resolved_at)
        select ${gate.agent.workspaceId}, 'many' || n, 'propose_update', '', 'server', 'unsafe', 2, '{}', '{}', '{}', '', 'refined',
          'five', 'b', 'agent', ${gate.agent.id}, 'agent', '', now() - make_interval(secs => n)
        from generate_series(1, 120) n`.execute(gate.database.kysely);
    const { items, more, message } = await read("five");
    expect(items).toHaveLength(100);
    expect(items.at(-1)?.pendingActionId).toBe("many1");
    expect(more).toBe(true);
    expect(message).toContain("More proposals were sent back");
    const large = JSON.stringify({ text: "x".repeat(2_500_000) });
    await sql`update action set tool_input = ${large} where id in ('many1', 'many2', 'many3')`.execute(gate.database.kysely);
    expect(await read("five")).toMatchObject({ items: [{ pendingActionId: "many1" }], more: true });
  });
});
