import type { Role } from "@countersign/protocol";
import { lowerRole } from "../../core/principal.ts";
import { ok, type Result } from "../../core/refusal.ts";
import { refuseImitation } from "../../store/statements/refuse-imitation.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { findFirstWorkspace, listWorkspaces } from "../../store/statements/workspaces.ts";
import { deleteMembership, findMember, insertMembership, lockMembers, updateMembership } from "../memberships.ts";
import { withoutPeople, type People } from "../people-tables.ts";
import type { SignOnProvider } from "./sign-on-settings.ts";

export interface MembershipSync {
  people: People;
  provider: SignOnProvider;
  /** Called for each workspace whose members changed. */
  onChange(workspaceId: string): void;
  log(message: string): void;
}

interface Wanted {
  role: Role;
  teams: string[];
}

/** Memberships that the rules of the provider give to a member of these groups, by workspace: the highest role, all teams. */
export async function wantedMemberships(
  { people, provider, log }: MembershipSync,
  groups: readonly string[] | undefined,
): Promise<Map<string, Wanted>> {
  const all = await listWorkspaces(withoutPeople(people));
  const active = new Set(all.flatMap(({ id, archivedAt }) => (archivedAt === null ? [id] : [])));
  const first = await findFirstWorkspace(withoutPeople(people));
  const wanted = new Map<string, Wanted>();
  for (const { workspaceId = first, group, role, teams } of provider.members) {
    if (group !== undefined && !groups?.includes(group)) continue;
    if (workspaceId === undefined || !active.has(workspaceId)) {
      log(
        `the provider ${provider.id} gives membership of ${workspaceId ?? "a workspace"}, which is archived or does not exist`,
      );
      continue;
    }
    const given = wanted.get(workspaceId);
    const isHigher = given === undefined || lowerRole(given.role, role) === given.role;
    const every = [...new Set([...(given?.teams ?? []), ...teams])].sort();
    wanted.set(workspaceId, { role: isHigher ? role : given.role, teams: every });
  }
  return wanted;
}

interface SyncRequest {
  userId: string;
  wanted: ReadonlyMap<string, Wanted>;
  /** False: what the groups gave before stays, since they may still be given. */
  areGroupsKnown: boolean;
}

/** Adds, changes and ends the memberships that the provider's groups give. What administrators gave, or another provider, stays. */
export async function syncMemberships(sync: MembershipSync, { userId, wanted, areGroupsKnown }: SyncRequest): Promise<void> {
  const { people, provider } = sync;
  const provided = await people
    .selectFrom("providedMember")
    .select("workspaceId")
    .where("userId", "=", userId)
    .where("issuer", "=", provider.issuer)
    .execute();
  const former = new Set(provided.map(({ workspaceId }) => workspaceId));
  for (const workspaceId of [...new Set([...former, ...wanted.keys()])].sort()) {
    if (former.has(workspaceId) && !areGroupsKnown) continue;
    const synced = await people
      .transaction()
      .execute((transaction) => syncOne(sync, transaction, { workspaceId, userId, wanted: wanted.get(workspaceId) }));
    if (!synced.ok)
      sync.log(`the provider ${provider.id} cannot change a membership of ${workspaceId}: ${synced.refusal.detail}`);
    else if (synced.value.isChanged) sync.onChange(workspaceId);
  }
}

async function syncOne(
  { provider: { issuer, name: provider } }: MembershipSync,
  transaction: People,
  { workspaceId, userId, wanted }: { workspaceId: string; userId: string; wanted: Wanted | undefined },
): Promise<Result<{ isChanged: boolean }>> {
  await lockMembers(transaction, workspaceId);
  // Whoever may write `countersign.yaml` confirms what its rules give.
  const change = { workspaceId, actor: SYSTEM, confirm: true, provider };
  const member = await findMember(transaction, workspaceId, userId);
  if (!member) return wanted ? join(transaction, change, { userId, issuer, wanted }) : ok({ isChanged: false });
  const given = await transaction
    .selectFrom("providedMember")
    .select("issuer")
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (given?.issuer !== issuer) return ok({ isChanged: false });
  const changed = wanted
    ? await updateMembership(transaction, change, member, wanted)
    : await deleteMembership(transaction, change, member);
  return changed.ok ? ok({ isChanged: true }) : changed;
}

async function join(
  transaction: People,
  change: { workspaceId: string; actor: typeof SYSTEM; confirm: boolean; provider: string },
  { userId, issuer, wanted }: { userId: string; issuer: string; wanted: Wanted },
): Promise<Result<{ isChanged: boolean }>> {
  const { workspaceId, provider } = change;
  const person = await transaction
    .selectFrom("person")
    .select(["id", "name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const imitates = await refuseImitation(withoutPeople(transaction), workspaceId, { kind: "person", name: person.name });
  if (imitates) return { ok: false, refusal: imitates };
  const joined = await insertMembership(transaction, change, person, wanted);
  if (!joined.ok) return joined;
  await transaction.insertInto("providedMember").values({ workspaceId, userId, issuer, providerName: provider }).execute();
  return ok({ isChanged: true });
}
