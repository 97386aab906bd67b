import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { claimApproved } from "../support/claim.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests reminders and escalation, on either database. No executor or sweep runs by itself. */
describe(`reminders and escalation on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
  });
  afterAll(async () => gate?.close());

  const set = (settings: ToolSettings) => gate.engine.tools.change(admin, "pay", settings);
  const start = async (settings: ToolSettings) =>
    need(
      await set({
        approvalRule: null,
        approverIds: [],
        approverRole: null,
        remindAfterSeconds: null,
        escalateAfterSeconds: null,
        escalateTo: null,
        ...settings,
        confirm: true,
      }),
    );
  const ask = () => propose(gate, "pay", { amount: 1 });
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const approve = (id: string, by: Principal) => gate.engine.decisions.approve(by, id, { channel });
  const events = async (id: string) => need(await gate.engine.actions.timeline(admin, id)).map((one) => one.kind);
  /** Makes the action due for escalation. */
  const waited = (id: string) =>
    gate.database.kysely
      .updateTable("action")
      .set({ escalateAt: new Date(0) })
      .where("id", "=", id)
      .execute();
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };

  test("people are reminded once, after the tool's time on the database's clock, and never of what is decided", async () => {
    await start({ remindAfterSeconds: 3600 });
    const [early, late, decided] = [await ask(), await ask(), await ask()];
    const { kysely } = gate.database;
    const due = await kysely
      .selectFrom("action")
      .select(["createdAt", "remindAt", "escalateAt"])
      .where("id", "=", late)
      .execute();
    expect(due[0]!.remindAt!.getTime() - due[0]!.createdAt.getTime()).toBe(3_600_000);
    expect(due[0]!.escalateAt).toBeNull();
    need(await approve(decided, ada));
    for (const id of [late, decided])
      await kysely
        .updateTable("action")
        .set({ remindAt: new Date(0) })
        .where("id", "=", id)
        .execute();
    expect(await gate.engine.sweep()).toBe(1);
    expect(await gate.engine.sweep()).toBe(0);
    expect((await read(late)).remindedAt).not.toBeNull();
    expect((await read(early)).remindedAt).toBeNull();
    const listed = need(await gate.engine.actions.list(admin, { status: ["pending"] })).items.find(({ id }) => id === late);
    expect(listed).toMatchObject({ version: 2, remindedAt: expect.any(String) as string });
    expect(await events(late)).toEqual(["action.proposed", "action.reminded"]);
    expect(await events(decided)).toEqual(["action.proposed", "action.approved"]);
    expect(need(await approve(late, ada)).status).toBe("approved");
  });

  test("G18 an escalation lets others decide as well, once and on the record; those who might still may", async () => {
    await start({ approverIds: [ada.id], escalateAfterSeconds: 3600, escalateTo: [{ role: "admin" }] });
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect(codeOf(await approve(first, admin))).toBe("FORBIDDEN");
    for (const id of [first, second]) await waited(id);
    expect(await gate.engine.sweep()).toBe(2);
    expect(await gate.engine.sweep()).toBe(0);
    const seen = await read(first);
    expect(seen.escalatedAt).not.toBeNull();
    expect(seen.approval.who).toContain("an administrator");
    const told = need(await gate.engine.actions.timeline(admin, first)).at(-1);
    expect(told).toMatchObject({ kind: "action.escalated", data: { escalatedTo: [{ role: "admin" }] } });
    expect(codeOf(await approve(first, bob))).toBe("FORBIDDEN");
    need(await approve(first, admin));
    need(await approve(second, ada));
    for (const id of [first, second]) expect(await claimed(id)).toBe("executing");
    expect(codeOf(await approve(third, admin))).toBe("FORBIDDEN");
  });

  test("G18 with a rule over several, who was asked later stands for any line; taken back before it runs, it counts no more", async () => {
    const rule = { approvalRule: { needs: "all_of" as const, of: [{ user: ada.id }, { user: bob.id }] } };
    await start({ ...rule, escalateAfterSeconds: 60, escalateTo: [{ user: admin.id }] });
    const ids = [await ask(), await ask()];
    for (const id of ids) await waited(id);
    await gate.engine.sweep();
    for (const id of ids) {
      expect(need(await approve(id, admin)).votes).toMatchObject({
        needed: 2,
        missing: [expect.stringContaining("other") as string],
      });
      expect(need(await approve(id, ada)).status).toBe("approved");
      if (id === ids[1]) await start(rule);
      expect(await claimed(id)).toBe(id === ids[1] ? "forbidden" : "executing");
    }
  });

  test("G6 asking more people after a time lowers protection; time and people belong together", async () => {
    await start({ approverIds: [ada.id] });
    const refused = async (settings: ToolSettings) => {
      const result = await set(settings);
      return result.ok ? "ok" : result.refusal.errors?.[0]?.path;
    };
    expect(await refused({ escalateAfterSeconds: 60, escalateTo: [{ role: "admin" }] })).toBe("/confirm");
    expect(await refused({ escalateAfterSeconds: 60 })).toBe("/escalateTo");
    expect(await refused({ escalateTo: [{ role: "admin" }] })).toBe("/escalateAfterSeconds");
    expect(await refused({ escalateAfterSeconds: 60, escalateTo: [{ user: "nobody" }] })).toBe("/escalateTo/0/user");
    await start({ approverIds: [ada.id], escalateAfterSeconds: 60, escalateTo: [{ role: "admin" }] });
    expect(await refused({ escalateAfterSeconds: 30 })).toBe("/confirm");
    expect(await refused({ escalateAfterSeconds: 90, remindAfterSeconds: 30 })).toBe("ok");
    expect(await refused({ escalateAfterSeconds: null, escalateTo: null })).toBe("ok");
  });
});
