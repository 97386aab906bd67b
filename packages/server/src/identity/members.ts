import type { addMemberSchema, changeMemberSchema, Member, Role } from "@countersign/protocol";
import { sql } from "kysely";
import type { z } from "zod";
import { judgeLowering } from "../core/judge-lowering.ts";
import { countsFrom } from "../core/new-approver-wait.ts";
import { keepOnCallTeams } from "../core/on-call.ts";
import { hasRole, lowerRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../core/refusal.ts";
import { refuseImitation } from "../store/statements/refuse-imitation.ts";
import type { Setting } from "../store/statements/setting-evidence.ts";
import { findCountedMember } from "../store/statements/counted-member.ts";
import { listOnCallPairs } from "../store/statements/on-call.ts";
import { hasPassword } from "./account-setup.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
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
const lastAdmin = () =>
  refuse("INVALID_STATE", "A workspace must have at least one administrator. Make somebody else an administrator first.");

const selectMembers = (people: People, workspaceId: string) =>
  people
    .selectFrom("member")
    .innerJoin("person", "person.id", "member.userId")
    .select([
      "member.userId",
      "person.name",
      "person.email",
      "member.role",
      "member.teams",
      sql<boolean>`coalesce(member.break_glass, false)`.as("breakGlass"),
      sql<boolean>`counted_break_glass(member.break_glass, member.former_break_glass, member.counts_from)`.as("mayBreakGlass"),
      "member.createdAt",
      sql<Date | null>`case when member.counts_from > now() then member.counts_from end`.as("countsFrom"),
    ])
    .where("member.workspaceId", "=", workspaceId);

type MemberRow = Omit<Member, "createdAt" | "countsFrom"> & { createdAt: Date; countsFrom: Date | null };

const toWire = (row: MemberRow): Member => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  countsFrom: row.countsFrom?.toISOString() ?? null,
});

interface Rights {
  role: Role;
  teams: readonly string[];
  breakGlass: boolean;
}

/** What of a person's rights counts until the others do. */
interface Former {
  formerRole: Role | null;
  formerTeams: string[];
  formerBreakGlass: boolean | null;
}

/**
 * Judges a change of a person's role, teams and right to break the glass, and raises them after confirmation only. In an approval rule, what was raised
 * counts after a waiting time; `former` is what counts until then.
 */
async function judgeRights(
  transaction: People,
  { workspaceId }: Principal,
  { id, name, was, now }: { id: string; name: string; was?: Rights; now: Rights },
  confirm: boolean | undefined,
): Promise<Result<{ lowered: string[]; countsFrom: Date } & Former>> {
  const nothing = { tools: [], agents: [] };
  const { lowered, refusal } = judgeLowering(
    { ...nothing, people: was ? [{ id, name, ...was }] : [] },
    { ...nothing, people: [{ id, name, ...now }] },
    confirm,
  );
  if (refusal) return { ok: false, refusal };
  const workspace = await transaction
    .selectFrom("workspace")
    .select(["newApproverWaitSeconds as setSeconds", "createdAt", sql<Date>`now()`.as("now")])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const counted = await findCountedMember(withoutPeople(transaction), workspaceId, id);
  const former = {
    formerRole: counted ? lowerRole(counted.role, now.role) : null,
    formerTeams: (counted?.teams ?? []).filter((team) => now.teams.includes(team)),
    formerBreakGlass: (counted?.breakGlass ?? false) && now.breakGlass ? true : null,
  };
  if (lowered.length > 0) return ok({ lowered, countsFrom: countsFrom(workspace, workspace.now), ...former });
  // What does not count yet keeps its waiting time when the rest is lowered; otherwise going through a higher role would skip it.
  return ok({ lowered, countsFrom: counted?.from ?? workspace.now, ...former });
}

export async function listMembers(people: People, by: Principal): Promise<Result<Member[]>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read the members.");
  const rows = await selectMembers(people, by.workspaceId).orderBy("member.createdAt").orderBy("member.userId").execute();
  return ok(rows.map(toWire));
}

/** Locks the members of this workspace until the transaction ends, so that the check for the last administrator holds. */
export const lockMembers = (transaction: People, workspaceId: string) =>
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
    const { role, confirm } = request;
    const pairs = await listOnCallPairs(withoutPeople(transaction), workspaceId);
    const teams = keepOnCallTeams(pairs, { had: [], asked: request.teams ?? [], role });
    const added = { id: person.id, name: person.name, now: { role, teams, breakGlass: false } };
    const judged = await judgeRights(transaction, by, added, confirm);
    if (!judged.ok) throw new TakeBack(judged.refusal);
    const { lowered, countsFrom: from } = judged.value;
    await transaction.insertInto("member").values({ workspaceId, userId: person.id, role, teams, countsFrom: from }).execute();
    // Only for a new person: a link to an existing account would give this administrator access to that account.
    const linkToken = created ? await createInvitation(transaction, person.id) : null;
    const data = { userId: person.id, role, ...(teams.length > 0 && { teams }), ...toldOf(lowered, from) };
    await recordChange(transaction, { workspaceId, kind: "member.added", actor: by, data, settings: [["member", person.id]] });
    const member = await selectMembers(transaction, workspaceId)
      .where("member.userId", "=", person.id)
      .executeTakeFirstOrThrow();
    return ok({ member: toWire(member), linkToken });
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

const toldOf = (lowered: readonly string[], from: Date) =>
  lowered.length > 0 ? { lowered: [...lowered], countsFrom: from.toISOString() } : {};

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
  if (elsewhere || (await hasPassword(people, userId))) {
    return refuse("INVALID_STATE", "This person already has an account, so no sign-in link can be created for them.");
  }
  return ok({ email: member.email, linkToken: await createInvitation(people, userId) });
}

export async function changeMember(
  people: People,
  by: Principal,
  userId: string,
  { confirm, ...changes }: ChangeMemberRequest,
): Promise<Result<Member>> {
  if (!hasRole(by, "admin")) return notAdmin();
  const { workspaceId } = by;
  return people.transaction().execute(async (transaction) => {
    await lockMembers(transaction, workspaceId);
    const member = await findMember(transaction, workspaceId, userId);
    if (!member) return notMember();
    const { role = member.role } = changes;
    // Who cannot decide cannot break the glass either.
    const breakGlass = (changes.breakGlass ?? member.breakGlass) && (role !== "viewer" || changes.breakGlass === true);
    if (breakGlass && role === "viewer") {
      const errors = [{ path: "/breakGlass", message: "needs the role approver or admin" }];
      return refuse("INVALID_INPUT", "A viewer cannot have the right to approve in an emergency.", { errors });
    }
    const pairs = await listOnCallPairs(withoutPeople(transaction), workspaceId);
    const teams = keepOnCallTeams(pairs, { had: member.teams, asked: changes.teams ?? member.teams, role });
    const haveTeamsChanged = teams.join() !== member.teams.join();
    const isBreakGlassNew = breakGlass !== member.breakGlass;
    if (member.role === role && !haveTeamsChanged && !isBreakGlassNew) return ok(toWire(member));
    if (member.role === "admin" && role !== "admin" && (await isLastAdmin(transaction, workspaceId, userId)))
      return lastAdmin();
    const changed = { id: userId, name: member.name, was: member, now: { role, teams, breakGlass } };
    const judged = await judgeRights(transaction, by, changed, confirm);
    if (!judged.ok) return judged;
    const { lowered, countsFrom: from, ...former } = judged.value;
    await transaction
      .updateTable("member")
      .set({ role, teams, breakGlass: breakGlass || null, ...former, countsFrom: from })
      .where("workspaceId", "=", workspaceId)
      .where("userId", "=", userId)
      .execute();
    const told = {
      ...(haveTeamsChanged && { teams, formerTeams: member.teams }),
      ...(isBreakGlassNew && { breakGlass }),
      ...toldOf(lowered, from),
    };
    const data = { userId, role, formerRole: member.role, ...told };
    await recordChange(transaction, { workspaceId, kind: "member.changed", actor: by, data, settings: [["member", userId]] });
    return ok(toWire((await findMember(transaction, workspaceId, userId))!));
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
    if (member.role === "admin" && (await isLastAdmin(transaction, workspaceId, userId))) return lastAdmin();
    await transaction.deleteFrom("member").where("workspaceId", "=", workspaceId).where("userId", "=", userId).execute();
    const tokens = await transaction
      .updateTable("apiKey")
      .set({ revokedAt: sql<Date>`now()` })
      .where("workspaceId", "=", workspaceId)
      .where(({ or, and, eb }) =>
        or([eb("userId", "=", userId), and([eb("actsFor", "=", userId), eb("oauthClientId", "is not", null)])]),
      )
      .where("revokedAt", "is", null)
      .returning("id")
      .execute();
    const data = { userId, role: member.role, revokedKeys: tokens.map(({ id }) => id).sort() };
    const settings: Setting[] = [["member", userId], ...tokens.map(({ id }): Setting => ["api_key", id])];
    await recordChange(transaction, { workspaceId, kind: "member.removed", actor: by, data, settings });
    return ok({ userId });
  });
}
