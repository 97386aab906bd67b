import type { addMemberSchema, changeMemberSchema, Member } from "@countersign/protocol";
import type { z } from "zod";
import { hasRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { refuseImitation } from "../store/statements/refuse-imitation.ts";
import { canSignIn } from "./account-setup.ts";
import {
  deleteMembership,
  findMember,
  insertMembership,
  isManaged,
  lockMembers,
  selectMembers,
  toMember,
  updateMembership,
  type IsProvider,
} from "./memberships.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { makeId } from "./secret-token.ts";
import { createInvitation } from "./sign-in-link.ts";

export type AddMemberRequest = z.infer<typeof addMemberSchema>;
export type ChangeMemberRequest = z.infer<typeof changeMemberSchema>;

/** `linkToken` is null if the person already existed, e.g. in another workspace. */
export interface AddedMember {
  member: Member;
  linkToken: string | null;
}

const notAdmin = () => refuse("FORBIDDEN", "Only an administrator can change members.");
const notMember = () => refuse("NOT_FOUND", "There is no such member in this workspace.");

export async function listMembers(people: People, by: Principal, isProvider: IsProvider): Promise<Result<Member[]>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read the members.");
  const rows = await selectMembers(people, by.workspaceId).orderBy("member.createdAt").orderBy("member.userId").execute();
  return ok(rows.map((row) => toMember(row, isProvider)));
}

export async function addMember(people: People, by: Principal, request: AddMemberRequest): Promise<Result<AddedMember>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  const email = request.email.toLowerCase();
  const adding = people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const known = await transaction.selectFrom("person").select("name").where("email", "=", email).executeTakeFirst();
    const name = known?.name ?? request.name;
    const imitates = await refuseImitation(withoutPeople(transaction), workspaceId, { kind: "person", name });
    if (imitates) throw new TakeBack(imitates);
    const userId = makeId("usr");
    const created = await transaction
      .insertInto("person")
      .values({ id: userId, name: request.name, email })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning(["id", "name"])
      .executeTakeFirst();
    const person =
      created ??
      (await transaction.selectFrom("person").select(["id", "name"]).where("email", "=", email).executeTakeFirstOrThrow());
    if (await findMember(transaction, workspaceId, person.id))
      return refuse("INVALID_STATE", "This person is already a member.");
    const { role, teams = [], confirm } = request;
    // Only for a new person: a link to an existing account would give this administrator access to that account.
    const linkToken = created ? await createInvitation(transaction, person.id) : null;
    const joined = await insertMembership(transaction, { workspaceId, actor: by, confirm }, person, { role, teams });
    if (!joined.ok) throw new TakeBack(joined.refusal);
    // An administrator gave this membership, so no provider manages it.
    return ok({ member: toMember((await findMember(transaction, workspaceId, person.id))!, () => false), linkToken });
  });
  return adding.catch((error: unknown) => {
    if (error instanceof TakeBack) return { ok: false as const, refusal: error.refusal };
    throw error;
  });
}

/** Thrown inside a transaction to roll back the person that was already inserted. */
class TakeBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** Creates a new invitation link. Refused once the person has a password or belongs to another workspace too. */
export async function renewInvitation(
  people: People,
  by: Principal,
  userId: string,
): Promise<Result<{ email: string; linkToken: string }>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const member = await findMember(people, by.workspaceId, userId);
  if (!member) return notMember();
  const elsewhere = await people
    .selectFrom("member")
    .select("userId")
    .where("userId", "=", userId)
    .where("workspaceId", "<>", by.workspaceId)
    .limit(1)
    .executeTakeFirst();
  if (elsewhere || (await canSignIn(people, userId))) {
    return refuse("INVALID_STATE", "This person already has an account, so no sign-in link can be created for them.");
  }
  return ok({ email: member.email, linkToken: await createInvitation(people, userId) });
}

export async function changeMember(
  people: People,
  by: Principal,
  userId: string,
  { confirm, ...changes }: ChangeMemberRequest,
  isProvider: IsProvider,
): Promise<Result<Member>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  return people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const member = await findMember(transaction, workspaceId, userId);
    if (!member) return notMember();
    const isAboutGroups = changes.role !== undefined || changes.teams !== undefined;
    if (isAboutGroups && isManaged(member, isProvider))
      return refuse(
        "INVALID_STATE",
        `Groups at ${member.managedBy} set role and teams of this person. Change the groups there.`,
      );
    const changed = await updateMembership(transaction, { workspaceId, actor: by, confirm }, member, changes);
    if (!changed.ok) return changed;
    // The provider that gave this membership is not configured any more; from now on the membership is an administrator's.
    if (isAboutGroups) await releaseMembership(transaction, workspaceId, userId);
    return ok(toMember((await findMember(transaction, workspaceId, userId))!, isProvider));
  });
}

/** Ends the membership and revokes the tokens made under it, so that rejoining does not reactivate them. */
export async function removeMember(people: People, by: Principal, userId: string): Promise<Result<{ userId: string }>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  return people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const member = await findMember(transaction, workspaceId, userId);
    if (!member) return notMember();
    return deleteMembership(transaction, { workspaceId, actor: by }, member);
  });
}

const releaseMembership = (transaction: People, workspaceId: string, userId: string) =>
  transaction.deleteFrom("providedMember").where("workspaceId", "=", workspaceId).where("userId", "=", userId).execute();
