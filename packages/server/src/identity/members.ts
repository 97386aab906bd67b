import type { addMemberSchema, Member, Role } from "@countersign/protocol";
import { sql } from "kysely";
import type { z } from "zod";
import { hasRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { hasPassword } from "./account-setup.ts";
import type { People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { makeId } from "./secret-token.ts";
import { createSignInLink, INVITATION_SECONDS } from "./sign-in-link.ts";

export type AddMemberRequest = z.infer<typeof addMemberSchema>;

/** `linkToken` is null for a person who signs in already, or whom another workspace answers for. */
export interface Invited {
  member: Member;
  linkToken: string | null;
}

const notAdmin = () => refuse("FORBIDDEN", "Only an administrator changes members.");
const notMember = () => refuse("NOT_FOUND", "No such member in this workspace.");
const lastAdmin = () => refuse("INVALID_STATE", "A workspace keeps at least one administrator; make another one first.");

const selectMembers = (people: People, workspaceId: string) =>
  people
    .selectFrom("member")
    .innerJoin("person", "person.id", "member.userId")
    .select(["member.userId", "person.name", "person.email", "member.role", "member.createdAt"])
    .where("member.workspaceId", "=", workspaceId);

const toWire = (row: Omit<Member, "createdAt"> & { createdAt: Date }): Member => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export async function listMembers(people: People, by: Principal): Promise<Result<Member[]>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only a person sees the members.");
  const rows = await selectMembers(people, by.workspaceId).orderBy("member.createdAt").orderBy("member.userId").execute();
  return ok(rows.map(toWire));
}

/** Keeps everybody else from changing members of this workspace until the transaction ends, so that "last one" stays true. */
const lockMembers = (transaction: People, workspaceId: string) =>
  transaction.selectFrom("workspace").select("id").where("id", "=", workspaceId).forNoKeyUpdate().executeTakeFirstOrThrow();

const findMember = (transaction: People, workspaceId: string, userId: string) =>
  selectMembers(transaction, workspaceId).where("member.userId", "=", userId).executeTakeFirst();

async function isLastAdmin(transaction: People, workspaceId: string, userId: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("member")
    .select("userId")
    .where("workspaceId", "=", workspaceId)
    .where("role", "=", "admin")
    .where("userId", "<>", userId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

export async function addMember(people: People, by: Principal, request: AddMemberRequest): Promise<Result<Invited>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  const email = request.email.toLowerCase();
  return people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const userId = makeId("usr");
    const created = await transaction
      .insertInto("person")
      .values({ id: userId, name: request.name, email })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    const person =
      created ?? (await transaction.selectFrom("person").select("id").where("email", "=", email).executeTakeFirstOrThrow());
    if (await findMember(transaction, workspaceId, person.id))
      return refuse("INVALID_STATE", "This person is a member already.");
    await transaction.insertInto("member").values({ workspaceId, userId: person.id, role: request.role }).execute();
    // Only for somebody nobody knew: a link to an account that exists would hand that account to this administrator.
    const linkToken = created ? await createSignInLink(transaction, person.id, INVITATION_SECONDS) : null;
    const data = { userId: person.id, role: request.role };
    await recordChange(transaction, { workspaceId, kind: "member.added", actor: by, data });
    const member = await selectMembers(transaction, workspaceId)
      .where("member.userId", "=", person.id)
      .executeTakeFirstOrThrow();
    return ok({ member: toWire(member), linkToken });
  });
}

/** A new link for somebody who never came; refused once they have a password or belong to another workspace as well. */
export async function renewInvitation(people: People, by: Principal, userId: string): Promise<Result<{ linkToken: string }>> {
  if (!hasRole(by, "admin")) return notAdmin();
  if (!(await findMember(people, by.workspaceId, userId))) return notMember();
  const elsewhere = await people
    .selectFrom("member")
    .select("userId")
    .where("userId", "=", userId)
    .where("workspaceId", "<>", by.workspaceId)
    .limit(1)
    .executeTakeFirst();
  if (elsewhere || (await hasPassword(people, userId))) {
    return refuse("INVALID_STATE", "This person has an account that is not yours to open.");
  }
  return ok({ linkToken: await createSignInLink(people, userId, INVITATION_SECONDS) });
}

export async function changeRole(people: People, by: Principal, userId: string, role: Role): Promise<Result<Member>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  return people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const member = await findMember(transaction, workspaceId, userId);
    if (!member) return notMember();
    if (member.role === role) return ok(toWire(member));
    if (member.role === "admin" && (await isLastAdmin(transaction, workspaceId, userId))) return lastAdmin();
    await transaction
      .updateTable("member")
      .set({ role })
      .where("workspaceId", "=", workspaceId)
      .where("userId", "=", userId)
      .execute();
    const data = { userId, role, formerRole: member.role };
    await recordChange(transaction, { workspaceId, kind: "member.changed", actor: by, data });
    return ok(toWire({ ...member, role }));
  });
}

/** Ends the membership and the tokens made under it: coming back later does not bring an old token back to life. */
export async function removeMember(people: People, by: Principal, userId: string): Promise<Result<{ userId: string }>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  return people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const member = await findMember(transaction, workspaceId, userId);
    if (!member) return notMember();
    if (member.role === "admin" && (await isLastAdmin(transaction, workspaceId, userId))) return lastAdmin();
    await transaction.deleteFrom("member").where("workspaceId", "=", workspaceId).where("userId", "=", userId).execute();
    const tokens = await transaction
      .updateTable("apiKey")
      .set({ revokedAt: sql<Date>`now()` })
      .where("workspaceId", "=", workspaceId)
      .where("userId", "=", userId)
      .where("revokedAt", "is", null)
      .returning("id")
      .execute();
    const data = { userId, role: member.role, revokedKeys: tokens.map(({ id }) => id).sort() };
    await recordChange(transaction, { workspaceId, kind: "member.removed", actor: by, data });
    return ok({ userId });
  });
}
