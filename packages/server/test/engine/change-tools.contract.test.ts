import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ChangeTools } from "@countersign/protocol";
import { codeOf, need, openGate, type Gate } from "../support/gate.ts";

const kind = inject("database");

describe(`settings of several tools on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { started: false })));
  afterAll(async () => gate?.close());

  const change = (request: ChangeTools) => gate.engine.tools.changeMany(gate.people.admin, request);
  const RESET = { approval: "required", approvalWhen: null, risk: 3, group: "default", alias: null } as const;
  const read = async (name: string) => {
    const tools = need(await gate.engine.tools.list(gate.people.admin));
    const { approval, ratedRisk, alias, groups } = tools.find((tool) => tool.name === name)!;
    return { approval, ratedRisk, alias, groups: groups.map(({ group }) => group) };
  };
  const events = () =>
    gate.database.kysely
      .selectFrom("auditEvent")
      .select(["data"])
      .where("workspaceId", "=", gate.agent.workspaceId)
      .where("kind", "=", "tool.settings_changed")
      .orderBy("seq")
      .execute();

  beforeEach(async () => {
    need(
      await change({
        confirm: true,
        tools: [
          { ...RESET, name: "pay" },
          { ...RESET, name: "set_value" },
        ],
      }),
    );
  });

  test("each tool gets its own settings, and an event of its own says what became less", async () => {
    const before = (await events()).length;
    const items = need(
      await change({
        confirm: true,
        tools: [
          { name: "set_value", risk: 5, groups: [{ group: "values" }, { group: "all" }] },
          { name: "pay", approval: "never", alias: "pay_invoice" },
        ],
      }),
    );
    expect(items.map(({ name }) => name)).toEqual(["set_value", "pay"]);
    expect(await read("set_value")).toEqual({ approval: "required", ratedRisk: 5, alias: null, groups: ["values", "all"] });
    expect(await read("pay")).toEqual({ approval: "never", ratedRisk: 3, alias: "pay_invoice", groups: ["default"] });
    const told = (await events()).slice(before).map(({ data }) => JSON.parse(data) as { name: string; lowered?: string[] });
    expect(told.map(({ name, lowered }) => [name, lowered !== undefined])).toEqual([
      ["set_value", false],
      ["pay", true],
    ]);
  });

  test("one that cannot be used leaves all as they were, and its place is named", async () => {
    const before = await events();
    const answer = await change({
      tools: [
        { name: "pay", risk: 5 },
        { name: "set_value", approvalWhen: "args.amount >" },
      ],
    });
    expect(answer).toMatchObject({
      refusal: { code: "INVALID_INPUT", errors: [{ path: "/tools/1/approvalWhen" }] },
    });
    expect(
      codeOf(
        await change({
          tools: [
            { name: "pay", risk: 5 },
            { name: "no_such_tool", risk: 5 },
          ],
        }),
      ),
    ).toBe("NOT_FOUND");
    expect((await read("pay")).ratedRisk).toBe(3);
    expect(await events()).toEqual(before);
  });

  test("less protection of one needs the confirmation for all", async () => {
    const before = await events();
    const answer = await change({
      tools: [
        { name: "set_value", risk: 5 },
        { name: "pay", approval: "never" },
      ],
    });
    expect(answer).toMatchObject({ refusal: { errors: [{ path: "/confirm" }] } });
    expect((await read("set_value")).ratedRisk).toBe(3);
    expect(await events()).toEqual(before);
  });

  test("what holds is judged once all are changed: aliases can be exchanged, and none can be taken twice", async () => {
    need(
      await change({
        tools: [
          { name: "pay", alias: "one" },
          { name: "set_value", alias: "two" },
        ],
      }),
    );
    need(
      await change({
        tools: [
          { name: "pay", alias: "two" },
          { name: "set_value", alias: "one" },
        ],
      }),
    );
    expect([(await read("pay")).alias, (await read("set_value")).alias]).toEqual(["two", "one"]);
    const twice = await change({
      tools: [
        { name: "pay", alias: "same" },
        { name: "set_value", alias: "same" },
      ],
    });
    expect(twice).toMatchObject({
      refusal: { errors: [{ path: "/tools/0/alias" }, { path: "/tools/1/alias" }] },
    });
    expect((await read("pay")).alias).toBe("two");
  });

  test("only an administrator changes them", async () => {
    const request = { tools: [{ name: "pay", risk: 5 as const }] };
    for (const by of [gate.people.approver, gate.people.viewer, gate.agent]) {
      expect(codeOf(await gate.engine.tools.changeMany(by, request))).toBe("FORBIDDEN");
    }
  });
});
