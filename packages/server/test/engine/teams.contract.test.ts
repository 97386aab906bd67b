import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ApprovalRule } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { claimApproved } from "../support/claim.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");
const channel = "api";

/** Rules that name teams. No executor runs: tests claim runnable actions themselves. */
describe(`rules that name teams on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
  });
  afterAll(async () => gate?.close());

  const put = (
    who: Principal,
    teams: string[],
    more: { countsFrom?: RawBuilder<Date>; formerTeams?: string[]; formerRole?: "approver" } = {},
  ) =>
    gate.database.kysely
      .updateTable("member")
      .set({ teams, ...more })
      .where("workspaceId", "=", who.workspaceId)
      .where("userId", "=", who.id)
      .execute();
  const setRule = (approvalRule: ApprovalRule | null) =>
    gate.engine.tools.change(admin, "pay", { approverRole: null, approverIds: [], approvalRule, confirm: true });
  const approve = (id: string, by: Principal) => gate.engine.decisions.approve(by, id, { channel });
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = need(await gate.engine.actions.get(admin, id));
    return error?.code ?? status;
  };
  const now = sql<Date>`now() - interval '1 hour'`;
  const both: ApprovalRule = { needs: "all_of", of: [{ team: "security" }, { team: "finance" }] };
  beforeEach(async () => {
    await put(ada, ["security"], { countsFrom: now });
    await put(bob, ["finance"], { countsFrom: now });
    await put(admin, [], { countsFrom: now });
    need(await setRule(both));
  });

  test("G18 one of each team has to approve, and nobody outside of them decides", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    expect(codeOf(await approve(id, admin))).toBe("FORBIDDEN");
    const first = need(await approve(id, ada));
    expect(first).toMatchObject({ status: "pending", votes: { needed: 2, missing: ["a member of finance"] } });
    expect(first.approval.who).toContain("2 people must approve, a member of security and a member of finance");
    expect(need(await approve(id, bob)).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
  });

  test("G18 who is in both teams fills one place", async () => {
    await put(ada, ["finance", "security"]);
    const id = await propose(gate, "pay", { amount: 1 });
    expect(need(await approve(id, ada)).status).toBe("pending");
    expect(codeOf(await approve(id, ada))).toBe("INVALID_STATE");
    // Ada moves to the place that Bob cannot fill.
    expect(need(await approve(id, bob)).status).toBe("approved");
  });

  test("G8 who left the team before it ran approved nothing", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await approve(id, ada));
    need(await approve(id, bob));
    await put(bob, []);
    expect(await claimed(id)).toBe("forbidden");
  });

  test("G8 a vote counts no more once its voter left the team", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await approve(id, ada));
    await put(ada, []);
    expect(need(await approve(id, bob))).toMatchObject({ status: "pending", votes: { missing: ["a member of security"] } });
  });

  test("G6 a new team does not count until its time; what the person was in before does", async () => {
    const soon = sql<Date>`now() + interval '1 hour'`;
    await put(ada, ["finance", "security"], { countsFrom: soon, formerTeams: ["security"], formerRole: "approver" });
    need(await setRule({ needs: "any_of", of: [{ team: "finance" }] }));
    const id = await propose(gate, "pay", { amount: 1 });
    expect(await approve(id, ada)).toMatchObject({ refusal: { code: "FORBIDDEN", detail: expect.stringContaining("before") } });
    need(await setRule({ needs: "any_of", of: [{ team: "security" }] }));
    expect(need(await approve(id, ada)).status).toBe("approved");
  });

  test("G6 a vote counts no more while its voter waits for the team again", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await approve(id, ada));
    const soon = sql<Date>`now() + interval '1 hour'`;
    await put(ada, ["security"], { countsFrom: soon, formerTeams: [], formerRole: "approver" });
    expect(need(await approve(id, bob))).toMatchObject({ status: "pending", votes: { missing: ["a member of security"] } });
  });

  test("a delegate who is new in the team approves for a member", async () => {
    need(await setRule({ needs: "any_of", of: [{ team: "security" }] }));
    const soon = sql<Date>`now() + interval '1 hour'`;
    await put(bob, ["security"], { countsFrom: soon, formerTeams: [], formerRole: "approver" });
    const id = await propose(gate, "pay", { amount: 1 });
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    const span = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
    const made = need(
      await gate.engine.delegations.create(admin, { userId: ada.id, delegateId: bob.id, ...span, confirm: true }),
    );
    expect(need(await approve(id, bob)).decisions).toMatchObject([{ by: { id: bob.id }, onBehalfOf: { id: ada.id } }]);
    need(await gate.engine.delegations.revoke(admin, made.id));
  });

  test("a delegate decides for a member of the team", async () => {
    need(await setRule({ needs: "any_of", of: [{ team: "security" }] }));
    const id = await propose(gate, "pay", { amount: 1 });
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    const span = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
    need(await gate.engine.delegations.create(admin, { userId: ada.id, delegateId: bob.id, ...span, confirm: true }));
    expect(need(await approve(id, bob)).status).toBe("approved");
    expect(await claimed(id)).toBe("executing");
  });

  test("G18 an escalation to a team lets its members decide, and nobody else", async () => {
    need(await setRule(null));
    const escalation = { approverIds: [bob.id], escalateAfterSeconds: 60, escalateTo: [{ team: "security" }], confirm: true };
    need(await gate.engine.tools.change(admin, "pay", escalation));
    const id = await propose(gate, "pay", { amount: 1 });
    expect(codeOf(await approve(id, ada))).toBe("FORBIDDEN");
    await sql`update action set escalated_at = now() where id = ${id}`.execute(gate.database.kysely);
    expect(codeOf(await approve(id, admin))).toBe("FORBIDDEN");
    expect(need(await approve(id, ada)).status).toBe("approved");
    need(await gate.engine.tools.change(admin, "pay", { escalateAfterSeconds: null, escalateTo: null }));
  });

  test("a rule that nobody could satisfy is refused with its place", async () => {
    await put(gate.people.viewer, ["readers"]);
    const one = { needs: "any_of" as const };
    for (const [rule, path, message] of [
      [{ ...one, of: [{ team: "nobody-here" }] }, "/approvalRule/of/0/team", "a team without an approver or admin"],
      [{ ...one, of: [{ team: "readers" }] }, "/approvalRule/of/0/team", "a team without an approver or admin"],
      [{ ...one, of: [{ team: "security" }, { team: "security" }] }, "/approvalRule/of/1", "is listed twice"],
      [
        { needs: "n_of", n: 2, of: [{ team: "security" }] },
        "/approvalRule/n",
        "is more than the number of people who can approve (1)",
      ],
    ] as const) {
      expect(await setRule(rule as never)).toMatchObject({
        refusal: { code: "INVALID_INPUT", errors: [{ path, message: expect.stringContaining(message) }] },
      });
    }
    expect(codeOf(await setRule({ needs: "all_of", of: [{ team: "security" }, { team: "security" }] }))).toBe("ok");
  });
});
