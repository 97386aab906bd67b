import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { RoutingRule, ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { claimApproved } from "../support/claim.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

const kind = inject("database");
const channel = "api";

const LARGE: RoutingRule = {
  name: "Large payments",
  when: "args.amount > 100",
  approvalRule: { needs: "n_of", n: 2, of: [{ team: "finance" }] },
  lifetimeSeconds: 3600,
};

const SETTING = { name: "Setting of the tool", why: "every call requires approval", values: [] };

/** Routing rules from the proposal to the claim. No executor runs: the tests claim runnable actions themselves. */
describe(`routing rules on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
    await gate.database.kysely
      .updateTable("member")
      .set({ teams: ["finance"] })
      .where("userId", "in", [ada.id, bob.id])
      .execute();
  });
  afterAll(async () => gate?.close());

  const set = (settings: ToolSettings, name = "pay") => gate.engine.tools.change(admin, name, { ...settings, confirm: true });
  beforeEach(async () => {
    const plain = { approverRole: null, approverIds: [], approvalRule: null, risk: 2 as const };
    need(await set({ ...plain, approval: "required", approvalWhen: null, routingRules: [LARGE] }));
  });
  /** Proposes without waiting for a run: no executor runs here. */
  const call = async (amount: number): Promise<string> => {
    const asked = { toolName: "pay", toolInput: { amount }, delivery: "queue", waitSeconds: 0 } as const;
    return need(await gate.engine.proposals.propose(gate.agent, asked)).pendingActionId!;
  };
  const approve = (id: string, by: Principal, userEdits?: { amount: number }) =>
    gate.engine.decisions.approve(by, id, { channel, ...(userEdits && { userEdits }) });
  const read = async (id: string) => need(await gate.engine.actions.get(admin, id));
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };
  const rulesOf = async (id: string) =>
    ((await read(id)).approval.policies ?? []).map(({ name }) => name).filter((name) => name !== SETTING.name);

  test("G18 a call that meets the condition takes two of the team, the others one of anybody", async () => {
    const [small, large] = [await propose(gate, "pay", { amount: 5 }), await propose(gate, "pay", { amount: 500 })];
    expect(await read(small)).toMatchObject({ votes: null, approval: { policies: [SETTING] }, expiresAt: null });
    expect(await read(large)).toMatchObject({
      votes: { needed: 2, given: [], missing: ["2 of the members of finance"] },
      approval: {
        policies: [
          SETTING,
          {
            name: "Large payments",
            why: "args.amount > 100 is true for this call",
            values: [{ name: "args.amount", value: "500" }],
          },
        ],
      },
    });
    const { createdAt, expiresAt } = await read(large);
    expect(Date.parse(expiresAt ?? "") - Date.parse(createdAt)).toBe(3_600_000);

    expect(need(await approve(small, admin)).status).toBe("approved");
    expect(codeOf(await approve(large, admin))).toBe("FORBIDDEN");
    expect(need(await approve(large, ada)).status).toBe("pending");
    expect(need(await approve(large, bob)).status).toBe("approved");
    expect([await claimed(small), await claimed(large)]).toEqual(["executing", "executing"]);
  });

  test("G6 an agent's own shorter time holds, and its longer one does not", async () => {
    const expiry = async (expiresInSeconds: number) => {
      const asked = {
        toolName: "pay",
        toolInput: { amount: 500 },
        delivery: "queue",
        waitSeconds: 0,
        expiresInSeconds,
      } as const;
      const { pendingActionId } = need(await gate.engine.proposals.propose(gate.agent, asked));
      const { createdAt, expiresAt } = await read(pendingActionId!);
      return (Date.parse(expiresAt ?? "") - Date.parse(createdAt)) / 1000;
    };
    expect([await expiry(60), await expiry(86_400)]).toEqual([60, 3600]);
  });

  test("G18 every rule that applies has to be satisfied, with the tool's own", async () => {
    const approvalRule = { needs: "any_of", of: [{ user: admin.id }] } as const;
    const odd = {
      name: "Odd",
      when: "int(args.amount) % 2 == 1",
      approvalRule: { needs: "any_of", of: [{ user: bob.id }] },
    } as const;
    need(
      await set({
        approvalRule: { ...approvalRule, of: [...approvalRule.of] },
        routingRules: [{ ...odd, approvalRule: { ...odd.approvalRule, of: [...odd.approvalRule.of] } }, LARGE],
      }),
    );
    const id = await propose(gate, "pay", { amount: 501 });
    expect((await read(id)).approval.who).toContain(
      "2 people or more must approve, admin; as well as other; as well as 2 of the members of finance",
    );
    expect(need(await approve(id, ada)).votes).toMatchObject({ needed: 2, missing: ["admin", "other", "a member of finance"] });
    expect(need(await approve(id, admin)).votes).toMatchObject({ needed: 3, missing: ["other", "a member of finance"] });
    // Bob fills the last place of two rules.
    expect(need(await approve(id, bob)).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
    expect(await rulesOf(await propose(gate, "pay", { amount: 7 }))).toEqual(["Odd"]);
  });

  test("G6 a call that meets it asks although the tool runs without approval, and no grant lets it pass", async () => {
    const grant = {
      toolName: "pay",
      agentId: gate.agent.id,
      allowWhen: "true",
      maxUses: 9,
      expiresInSeconds: 600,
      confirm: true,
    };
    const { id } = need(await gate.engine.grants.write(admin, grant));
    const [granted, routed] = [await call(6), await call(600)];
    expect([(await read(granted)).status, (await read(routed)).status]).toEqual(["approved", "pending"]);
    need(await gate.engine.grants.revoke(admin, id));

    need(await set({ approval: "never" }));
    const [free, asked] = [await call(8), await call(800)];
    expect([(await read(free)).status, (await read(asked)).status]).toEqual(["approved", "pending"]);
    expect((await read(asked)).approval.why).toContain("A routing rule requires approval");
  });

  test("G6 a read that meets it asks, too; the others are answered at once and store nothing", async () => {
    need(await set({ routingRules: [{ name: "Night", when: 'agent.groups.exists(group, group == "night")' }] }, "peek"));
    const look = { toolName: "peek", toolInput: {}, delivery: "queue", waitSeconds: 0 } as const;
    const first = need(await gate.engine.proposals.propose(gate.agent, look));
    expect((await read(first.pendingActionId!)).status).toBe("approved");
    need(await set({ routingRules: [{ name: "All", when: "true" }] }, "peek"));
    const second = need(await gate.engine.proposals.propose(gate.agent, look));
    expect((await read(second.pendingActionId!)).status).toBe("pending");
    need(await set({ routingRules: [] }, "peek"));
    expect(need(await gate.engine.proposals.propose(gate.agent, look))).toMatchObject({
      status: "executed",
      pendingActionId: null,
    });
  });

  test("G8 a rule that is added counts for what waits and for what is approved, by what their input says", async () => {
    need(await set({ routingRules: [] }));
    const ids = [5, 6, 500, 501].map((amount) => propose(gate, "pay", { amount }));
    const [small = "", approvedSmall = "", large = "", approvedLarge = ""] = await Promise.all(ids);
    for (const id of [approvedSmall, approvedLarge]) expect(need(await approve(id, admin)).status).toBe("approved");
    need(await set({ routingRules: [LARGE] }));
    expect([await rulesOf(small), await rulesOf(large)]).toEqual([[], ["Large payments"]]);
    expect(need(await approve(small, admin)).status).toBe("approved");
    expect(codeOf(await approve(large, admin))).toBe("FORBIDDEN");
    expect([await claimed(small), await claimed(approvedSmall), await claimed(approvedLarge)]).toEqual([
      "executing",
      "executing",
      "forbidden",
    ]);
  });

  test("G8 a risk or a group that is changed counts for what waits", async () => {
    need(await set({ routingRules: [{ ...LARGE, name: "Risky", when: "tool.risk > 2" }] }));
    const id = await propose(gate, "pay", { amount: 5 });
    expect(await rulesOf(id)).toEqual([]);
    need(await set({ risk: 3 }));
    expect(await rulesOf(id)).toEqual(["Risky"]);
    expect(codeOf(await approve(id, admin))).toBe("FORBIDDEN");
    need(await set({ risk: 2 }));
    expect(need(await approve(id, admin)).status).toBe("approved");
  });

  test("G18 an edit that makes a call meet it is one approval of two; one that avoids it takes nothing away", async () => {
    const [small, large] = [await propose(gate, "pay", { amount: 5 }), await propose(gate, "pay", { amount: 500 })];
    const shown = need(await gate.engine.decisions.previewEdits(ada, small, { amount: 500 }));
    expect(shown).toMatchObject({
      votes: { missing: ["2 of the members of finance"] },
      approval: { policies: [SETTING, LARGE].map(({ name }) => ({ name })) },
    });
    expect(need(await approve(small, ada, { amount: 500 })).status).toBe("pending");
    expect(need(await approve(small, bob)).status).toBe("approved");
    expect(codeOf(await approve(large, admin, { amount: 5 }))).toBe("FORBIDDEN");
    expect(need(await approve(large, ada, { amount: 5 })).status).toBe("pending");
    expect(await rulesOf(large)).toEqual(["Large payments"]);
    expect(need(await approve(large, bob)).status).toBe("approved");
    expect([await claimed(small), await claimed(large)]).toEqual(["executing", "executing"]);
  });

  test("G18 an edit by somebody whom the rule that it meets does not name approves nothing", async () => {
    const small = await propose(gate, "pay", { amount: 5 });
    expect(codeOf(await approve(small, admin, { amount: 500 }))).toBe("FORBIDDEN");
    expect(await read(small)).toMatchObject({ status: "pending", userEdits: null, decisions: [] });
  });

  test("G6 a condition that cannot be evaluated applies, and says so", async () => {
    need(await set({ routingRules: [{ ...LARGE, when: 'args.to == "ann"' }] }));
    expect((await read(await propose(gate, "pay", { amount: 5 }))).approval.policies).toEqual([
      SETTING,
      {
        name: "Large payments",
        why: 'args.to == "ann" cannot be evaluated for this call',
        values: [{ name: "args.to", value: "not given" }],
      },
    ]);
  });

  test("G7 an answer at the client does not count where a routing rule may name who decides", async () => {
    need(await gate.engine.agents.change(admin, gate.agent.id, { inClient: true, confirm: true }));
    const answer = async (amount: number) => {
      const id = await propose(gate, "pay", { amount });
      const { digest } = await read(id);
      return codeOf(await gate.engine.decisions.answerInClient(gate.agent, id, "approve", { digest }));
    };
    expect(await answer(5)).toBe("FORBIDDEN");
    need(await set({ routingRules: [{ name: "Hurry", when: "args.amount > 100", lifetimeSeconds: 60 }] }));
    expect(await answer(500)).toBe("ok");
    need(await gate.engine.agents.change(admin, gate.agent.id, { inClient: false, confirm: true }));
  });

  test("a rebase evaluates the rules for the input that is carried over", async () => {
    const rule = {
      name: "Long",
      when: "size(args.value) > 3",
      approvalRule: { needs: "any_of" as const, of: [{ user: ada.id }] },
    };
    need(await set({ routingRules: [rule] }, "set_value"));
    const id = await propose(gate, "set_value", { value: "short" });
    expect(await rulesOf(id)).toEqual(["Long"]);
    gate.target.value = "second";
    expect(codeOf(await gate.engine.targets.rebase(bob, id, { digest: (await read(id)).digest, channel }))).toBe("FORBIDDEN");
    const next = need(await gate.engine.targets.rebase(ada, id, { digest: (await read(id)).digest, channel }));
    expect([next.id === id, (next.approval.policies ?? []).map(({ name }) => name)]).toEqual([false, [SETTING.name, "Long"]]);
    expect(codeOf(await approve(next.id, bob))).toBe("FORBIDDEN");
    expect(need(await approve(next.id, ada)).status).toBe("approved");
  });

  test("Try it says which rules apply and what they add", async () => {
    const tried = async (amount: number) =>
      need(await gate.engine.tools.tryOut(admin, "pay", { toolInput: { amount }, agentId: gate.agent.id }));
    expect((await tried(500)).reasons[0]).toBe(
      "“Large payments” applies: args.amount > 100 is true for this call, so it needs 2 of the members of finance, and expires after 3600 seconds.",
    );
    expect((await tried(5)).reasons[0]).toBe("Every call requires approval.");
    need(await set({ approval: "never" }));
    expect([(await tried(500)).verdict, (await tried(5)).verdict]).toEqual(["asks", "runs"]);
  });

  test("what no call could satisfy is refused, each with its place; nothing is saved", async () => {
    const rule = (more: Partial<RoutingRule>): RoutingRule => ({ name: "One", when: "true", ...more });
    const faults = async (settings: ToolSettings) => {
      const result = await set(settings);
      return result.ok ? [] : result.refusal.errors?.map(({ path }) => path);
    };
    const nobody = { needs: "any_of" as const, of: [{ team: "nobody" }] };
    const routingRules = [
      rule({ when: "args.amount >" }),
      rule({ approvalRule: nobody }),
      rule({ name: "Two", when: "missing > 1" }),
    ];
    expect((await faults({ routingRules }))?.toSorted()).toEqual([
      "/routingRules/0/when",
      "/routingRules/1/approvalRule/of/0/team",
      "/routingRules/1/name",
      "/routingRules/2/when",
    ]);
    expect(await faults({ approverRole: "admin" })).toEqual(["/routingRules/0/approvalRule"]);
    const tools = need(await gate.engine.tools.list(admin));
    expect(tools.find(({ name }) => name === "pay")).toMatchObject({ routingRules: [LARGE], approverRole: null });
  });

  test("G9 an agent reads no rule of the tools that it calls, and no condition that its call met", async () => {
    expect(JSON.stringify(need(await gate.engine.tools.list(gate.agent)))).not.toContain("Large payments");
    const id = await propose(gate, "pay", { amount: 500 });
    const own = need(await gate.engine.actions.get(gate.agent, id));
    expect(own.votes?.missing).toEqual(["2 of the members of finance"]);
    const cancelled = need(await gate.engine.settlements.cancel(gate.agent, id));
    expect(JSON.stringify([own, cancelled])).not.toContain("args.amount");
  });

  test("G18 a rule that applies no more after a vote leaves nobody stuck", async () => {
    need(await set({ approvalRule: { needs: "any_of", of: [{ role: "admin" }] } }));
    const id = await propose(gate, "pay", { amount: 500 });
    expect(need(await approve(id, admin)).status).toBe("pending");
    expect(codeOf(await approve(id, admin))).toBe("INVALID_STATE");
    need(await set({ routingRules: [] }));
    expect((await read(id)).votes).toMatchObject({ needed: 1, missing: [] });
    expect(need(await approve(id, admin)).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
  });

  test("G6 an edit that makes a rule apply counts new members after their time only", async () => {
    const counts = async (countsFrom: Date, formerTeams: string[]) =>
      gate.database.kysely
        .updateTable("member")
        .set({ countsFrom, formerTeams, formerRole: "approver" })
        .where("userId", "=", bob.id)
        .execute();
    await counts(new Date(Date.now() + 3_600_000), []);
    need(await set({ routingRules: [{ ...LARGE, approvalRule: { needs: "any_of", of: [{ team: "finance" }] } }] }));
    const id = await propose(gate, "pay", { amount: 5 });
    expect(await approve(id, bob, { amount: 500 })).toMatchObject({ refusal: { detail: expect.stringContaining("before") } });
    expect(await read(id)).toMatchObject({ status: "pending", userEdits: null });
    await counts(new Date(Date.now() - 3_600_000), ["finance"]);
    expect(need(await approve(id, bob, { amount: 500 })).status).toBe("approved");
  });

  test("a delegate edits in the delegator's place where the edit makes a rule apply that names the delegator", async () => {
    const named = { needs: "any_of" as const, of: [{ user: ada.id }] };
    need(await set({ routingRules: [{ ...LARGE, approvalRule: named }] }));
    const id = await propose(gate, "pay", { amount: 5 });
    expect(codeOf(await approve(id, bob, { amount: 500 }))).toBe("FORBIDDEN");
    const span = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
    const made = need(
      await gate.engine.delegations.create(admin, { userId: ada.id, delegateId: bob.id, ...span, confirm: true }),
    );
    const approved = need(await approve(id, bob, { amount: 500 }));
    expect(approved).toMatchObject({ status: "approved", decisions: [{ by: { id: bob.id }, onBehalfOf: { id: ada.id } }] });
    expect(await claimed(id)).toBe("executing");
    need(await gate.engine.delegations.revoke(admin, made.id));
  });

  test("G18 whom an escalation adds fills any line of a rule; without it they do not decide", async () => {
    need(await set({ escalateAfterSeconds: 60, escalateTo: [{ role: "admin" }] }));
    const id = await propose(gate, "pay", { amount: 500 });
    expect(codeOf(await approve(id, admin))).toBe("FORBIDDEN");
    await gate.database.kysely.updateTable("action").set({ escalatedAt: new Date() }).where("id", "=", id).execute();
    expect(need(await approve(id, admin)).status).toBe("pending");
    expect(need(await approve(id, ada)).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
    need(await set({ escalateAfterSeconds: null, escalateTo: null }));
  });

  test("an action that was decided says which rules of today meet its input, and no more", async () => {
    need(await set({ routingRules: [] }));
    const ids = [await propose(gate, "pay", { amount: 5 }), await propose(gate, "pay", { amount: 500 })];
    for (const id of ids) need(await gate.engine.decisions.reject(admin, id, { channel }));
    need(await set({ routingRules: [LARGE] }));
    expect([await rulesOf(ids[0]!), await rulesOf(ids[1]!)]).toEqual([[], ["Large payments"]]);
  });

  test("an edited action says that a condition holds as proposed or as edited", async () => {
    const id = await propose(gate, "pay", { amount: 500 });
    const edited = need(await approve(id, ada, { amount: 5 }));
    expect(edited.approval.policies).toEqual([
      SETTING,
      {
        name: "Large payments",
        why: "args.amount > 100 is true for this call, as proposed or as edited",
        values: [{ name: "args.amount", value: "5, proposed as 500" }],
      },
    ]);
  });

  test("a person reads which policy asks and what it reads of the call; the agent does not", async () => {
    const policiesOf = async (id: string) => (await read(id)).approval.policies;
    need(await set({ approval: "when", approvalWhen: 'args.amount > 100 || agent.groups[0] == "x"', routingRules: [] }));
    const id = await call(500);
    expect(await policiesOf(id)).toEqual([
      {
        name: SETTING.name,
        why: 'args.amount > 100 || agent.groups[0] == "x" is true for this call',
        values: [
          { name: "args.amount", value: "500" },
          { name: "agent.groups[0]", value: '"default"' },
        ],
      },
    ]);
    expect(need(await gate.engine.actions.get(gate.agent, id)).approval).not.toHaveProperty("policies");
    need(await set({ approvalWhen: "args.amount > 900" }));
    expect((await policiesOf(id))?.[0]?.why).toBe(
      "args.amount > 900 is false for this call today; the policy or the agent's groups have changed since",
    );
    need(await set({ approvalWhen: 'args.to.matches("(a+)+b")' }));
    expect((await policiesOf(id))?.[0]?.why).toMatch(/may be slow to evaluate/);
    need(await set({ approval: "never" }));
    expect(await policiesOf(id)).toEqual([
      { ...SETTING, why: "calls run without approval today, but not when this one was proposed" },
    ]);
    expect((await read(id)).approval.why).toBe(
      "pay required approval when this call was proposed; its policy has changed since.",
    );
    need(await set({ groups: [{ group: "default", approval: "required" }] }));
    expect(await policiesOf(id)).toEqual([{ ...SETTING, name: "Group default" }]);
    need(await set({ groups: [{ group: "default" }] }));
    const unasked = await call(5);
    expect(await policiesOf(unasked)).toEqual([]);
  });

  test("why a call needs approval is said by the setting of its agent's group", async () => {
    need(await set({ groups: [{ group: "default", approval: "never" }] }));
    expect((await read(await call(500))).approval.why).toBe("A routing rule requires approval for calls to pay like this one.");
    need(await set({ groups: [{ group: "default" }] }));
  });

  test("the preview of a grant leaves out past calls to which a rule applies", async () => {
    await call(5);
    await call(500);
    const over = { toolName: "pay", agentId: gate.agent.id, allowWhen: "args.amount == 5.0 || args.amount == 500.0" };
    // A preview that took too long is of some calls only.
    const preview = () =>
      until(
        async () => need(await gate.engine.grants.preview(admin, over)),
        ({ complete }) => complete,
      );
    const past = await preview();
    need(await set({ routingRules: [] }));
    const all = await preview();
    expect(past.allowed).toBeLessThan(all.allowed);
    expect(past.allowed).toBeGreaterThan(0);
  });
});
