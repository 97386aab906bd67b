import type { Member, Role } from "@countersign/protocol";
import { sql } from "kysely";
import { judgeLowering } from "../core/judge-lowering.ts";
import { countsFrom } from "../core/new-approver-wait.ts";
import { keepOnCallTeams } from "../core/on-call.ts";
import { lowerRole } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { findCountedMember } from "../store/statements/counted-member.ts";
import { listOnCallPairs } from "../store/statements/on-call.ts";
import type { Actor } from "../store/statements/row.ts";
import type { Setting } from "../store/statements/setting-evidence.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";

/*
 * Changes of one membership, each in the caller's transaction, which has locked the members of the workspace (`lockMembers`).
 * Call them last: the event that they append locks the end of the audit log until the transaction ends.
 */

/** Who changes a membership, and where. */
export interface MembershipChange {
  workspaceId: string;
  actor: Actor;
  /** Whether a change that lowers protection was confirmed. */
  confirm: boolean | undefined;
  /** Name of the provider whose groups ask for the change; undefined: a person does. */
  provider?: string;
}

export const selectMembers = (people: People, workspaceId: string) =>
  people
    .selectFrom("member")
    .innerJoin("person", "person.id", "member.userId")
    .leftJoin("providedMember", (join) =>
      join.onRef("providedMember.workspaceId", "=", "member.workspaceId").onRef("providedMember.userId", "=", "member.userId"),
    )
    .select([
      "member.userId",
      "person.name",
      "person.email",
      "member.role",
      "member.teams",
      sql<boolean>`coalesce(member.break_glass, false)`.as("breakGlass"),
      sql<boolean>`counted_break_glass(member.break_glass, member.former_break_glass, member.counts_from)`.as("mayBreakGlass"),
      "member.createdAt",
      "providedMember.providerName as managedBy",
      "providedMember.issuer",
      sql<Date | null>`case when member.counts_from > now() then member.counts_from end`.as("countsFrom"),
    ])
    .where("member.workspaceId", "=", workspaceId);

type MemberRow = Omit<Member, "createdAt" | "countsFrom"> & {
  createdAt: Date;
  countsFrom: Date | null;
  /** Of the provider that gave the membership, which may not be configured any more; null: an administrator did. */
  issuer: string | null;
};

/** Whether a provider with this issuer is configured. */
export type IsProvider = (issuer: string) => boolean;

/** A provider that is not configured any more manages nobody. */
export const isManaged = ({ issuer }: Pick<MemberRow, "issuer">, isProvider: IsProvider): boolean =>
  issuer !== null && isProvider(issuer);

export const toMember = ({ issuer, managedBy, ...row }: MemberRow, isProvider: IsProvider): Member => ({
  ...row,
  managedBy: isManaged({ issuer }, isProvider) ? managedBy : null,
  createdAt: row.createdAt.toISOString(),
  countsFrom: row.countsFrom?.toISOString() ?? null,
});

export const findMember = (transaction: People, workspaceId: string, userId: string) =>
  selectMembers(transaction, workspaceId).where("member.userId", "=", userId).executeTakeFirst();

/** Locks the members of this workspace until the transaction ends, so that the check for the last administrator holds. */
export const lockMembers = (transaction: People, workspaceId: string) =>
  transaction.selectFrom("workspace").select("id").where("id", "=", workspaceId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Adds a person to a workspace. */
export async function insertMembership(
  transaction: People,
  change: MembershipChange,
  person: { id: string; name: string },
  asked: { role: Role; teams: readonly string[] },
): Promise<Result<{ userId: string }>> {
  const { workspaceId, actor } = change;
  const { role } = asked;
  const pairs = await listOnCallPairs(withoutPeople(transaction), workspaceId);
  const teams = keepOnCallTeams(pairs, { had: [], asked: asked.teams, role });
  const judged = await judgeRights(transaction, change, { ...person, now: { role, teams, breakGlass: false } });
  if (!judged.ok) return judged;
  const { lowered, countsFrom: from } = judged.value;
  await transaction.insertInto("member").values({ workspaceId, userId: person.id, role, teams, countsFrom: from }).execute();
  const data = { userId: person.id, role, ...(teams.length > 0 && { teams }), ...toldOf(lowered, from), ...providerOf(change) };
  await recordChange(transaction, { workspaceId, kind: "member.added", actor, data, settings: [["member", person.id]] });
  return ok({ userId: person.id });
}

/** Changes role, teams and the permission for emergency approvals; what is omitted stays. Does nothing if nothing changes. */
export async function updateMembership(
  transaction: People,
  change: MembershipChange,
  member: MemberRow,
  changes: { role?: Role | undefined; teams?: readonly string[] | undefined; breakGlass?: boolean | undefined },
): Promise<Result<{ userId: string }>> {
  const { workspaceId, actor } = change;
  const { userId } = member;
  const { role = member.role } = changes;
  // Who cannot decide cannot break the glass either.
  const breakGlass = (changes.breakGlass ?? member.breakGlass) && (role !== "viewer" || changes.breakGlass === true);
  if (breakGlass && role === "viewer") {
    const errors = [{ path: "/breakGlass", message: "needs the role approver or admin" }];
    return refuse("INVALID_INPUT", "A viewer cannot be allowed to approve in an emergency.", { errors });
  }
  const pairs = await listOnCallPairs(withoutPeople(transaction), workspaceId);
  const teams = keepOnCallTeams(pairs, { had: member.teams, asked: changes.teams ?? member.teams, role });
  const haveTeamsChanged = teams.join() !== member.teams.join();
  const isBreakGlassNew = breakGlass !== member.breakGlass;
  if (member.role === role && !haveTeamsChanged && !isBreakGlassNew) return ok({ userId });
  if (member.role === "admin" && role !== "admin" && (await isLastAdmin(transaction, workspaceId, userId))) return lastAdmin();
  const rights = { id: userId, name: member.name, was: member, now: { role, teams, breakGlass } };
  const judged = await judgeRights(transaction, change, rights);
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
  const data = { userId, role, formerRole: member.role, ...told, ...providerOf(change) };
  await recordChange(transaction, { workspaceId, kind: "member.changed", actor, data, settings: [["member", userId]] });
  return ok({ userId });
}

/** Ends the membership and revokes the tokens made under it, so that rejoining does not reactivate them. */
export async function deleteMembership(
  transaction: People,
  change: Omit<MembershipChange, "confirm">,
  { userId, role }: { userId: string; role: Role },
): Promise<Result<{ userId: string }>> {
  const { workspaceId, actor } = change;
  if (role === "admin" && (await isLastAdmin(transaction, workspaceId, userId))) return lastAdmin();
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
  const data = { userId, role, revokedKeys: tokens.map(({ id }) => id).sort(), ...providerOf(change) };
  const settings: Setting[] = [["member", userId], ...tokens.map(({ id }): Setting => ["api_key", id])];
  await recordChange(transaction, { workspaceId, kind: "member.removed", actor, data, settings });
  return ok({ userId });
}

const lastAdmin = () =>
  refuse("INVALID_STATE", "A workspace must have at least one administrator. Make somebody else an administrator first.");

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
  { workspaceId, confirm }: MembershipChange,
  { id, name, was, now }: { id: string; name: string; was?: Rights; now: Rights },
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

const toldOf = (lowered: readonly string[], from: Date) =>
  lowered.length > 0 ? { lowered: [...lowered], countsFrom: from.toISOString() } : {};

const providerOf = ({ provider }: Pick<MembershipChange, "provider">) => (provider === undefined ? {} : { provider });
