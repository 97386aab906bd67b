import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { archiveWorkspace, createWorkspace, inviteAdministrator, restoreWorkspace } from "../../src/identity/workspaces.ts";
import { createIdentity } from "../../src/identity/identity.ts";
import { listWorkspaces } from "../../src/store/statements/workspaces.ts";
import { need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

let gate: Gate;
beforeEach(async () => {
  gate = await openGate(inject("database"), { started: false });
  await create("Other", "other@acme.test");
});
afterEach(() => gate.close());

const create = async (name: string, email: string) =>
  need(await createWorkspace(gate.database, { name, admin: { name: "Ann", email } }));
const archive = () => archiveWorkspace(gate.database, gate.agent.workspaceId);
const restore = () => restoreWorkspace(gate.database, gate.agent.workspaceId);

test("G35 a lift that was under way does not leave an archived workspace without its stop", async () => {
  need(await gate.engine.emergency.stop(gate.people.admin, "for another reason"));
  const [archived, lifted] = await Promise.all([archive(), gate.engine.emergency.lift(gate.people.admin)]);
  expect(archived).toMatchObject({ ok: true });
  const { stop } = need(await gate.engine.emergency.read(gate.people.admin));
  expect(stop).toMatchObject({ reason: lifted.ok ? "The workspace is archived." : "for another reason" });
  expect(await gate.engine.emergency.lift(gate.people.admin)).toMatchObject({ ok: false });
  need(await restore());
  need(await gate.engine.emergency.lift(gate.people.admin));
});

async function proposeApproved(): Promise<string> {
  const id = await propose(gate, "pay", { amount: 1 });
  need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  return id;
}

test("G35 what was approved and not started is withdrawn when its workspace is archived", async () => {
  const id = await proposeApproved();
  need(await archive());
  expect(need(await gate.engine.actions.get(gate.people.admin, id))).toMatchObject({
    status: "failed",
    error: { code: "forbidden" },
  });
  expect(gate.ran).toEqual([]);
});

test("G35 an execution that was lost and queued again while its workspace was archived does not run after that", async () => {
  const id = await proposeApproved();
  need(await archive());
  // As the sweeper does with the lost execution of a worker that may not report any more.
  await sql`update action set status = 'approved', error = null where id = ${id}`.execute(gate.database.kysely);
  need(await restore());
  need(await gate.engine.emergency.lift(gate.people.admin));
  gate.engine.start();
  expect(await untilStatus(gate, id, "failed", "executed")).toMatchObject({ status: "failed" });
  expect(gate.ran).toEqual([]);
});

test("of two that are archived at once, the last in use stays", async () => {
  const ids = (await listWorkspaces(gate.database.kysely)).map((row) => row.id);
  const ends = await Promise.all(ids.map((id) => archiveWorkspace(gate.database, id)));
  expect(ends.filter(({ ok }) => ok)).toHaveLength(ids.length - 1);
});

test("a first administrator whose link was lost gets another one, until there is a password", async () => {
  const made = await create("Third", "ann@acme.test");
  expect(made.linkToken).not.toBeNull();
  // Somebody who is invited elsewhere, too, and never signed in.
  const fourth = await create("Fourth", "ann@acme.test");
  expect(fourth.linkToken).not.toBeNull();
  expect(need(await inviteAdministrator(gate.database, made.workspaceId))).toMatchObject({ email: "ann@acme.test" });
  const { rows } = await sql<{ id: string }>`select id from person where email = 'ann@acme.test'`.execute(gate.database.kysely);
  await sql`insert into person_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
    values ('acc', 'acc', 'credential', ${rows[0]!.id}, 'hash', now(), now())`.execute(gate.database.kysely);
  expect(await inviteAdministrator(gate.database, made.workspaceId)).toMatchObject({
    ok: false,
    refusal: { code: "INVALID_STATE" },
  });
  expect((await create("Fifth", "ann@acme.test")).linkToken).toBeNull();
  expect(await inviteAdministrator(gate.database, "wsp_none")).toMatchObject({ ok: false, refusal: { code: "NOT_FOUND" } });
});

test("the token of the settings stays in the first workspace, also when another one has the oldest administrator", async () => {
  const { kysely } = gate.database;
  const identity = createIdentity({ database: gate.database, secrets: ["x".repeat(32)], baseUrl: "http://localhost:7420" });
  await sql`update member set created_at = now() + interval '1 day' where workspace_id = ${gate.agent.workspaceId}`.execute(
    kysely,
  );
  expect(await identity.keepAdminToken("t".repeat(40))).toBe(true);
  const { rows } = await sql<{
    workspaceId: string;
  }>`select workspace_id from api_key where id = 'key_of_the_settings'`.execute(kysely);
  expect(rows).toEqual([{ workspaceId: (await listWorkspaces(kysely))[0]!.id }]);
  await identity.close();
});
