import { text } from "@countersign/protocol";
import { sql } from "kysely";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { refuseImitation } from "../../store/statements/refuse-imitation.ts";
import { findSignInWays, recordAccountChange } from "../account-setup.ts";
import { endSessions } from "../browser-sessions.ts";
import { withoutPeople, type People } from "../people-tables.ts";
import { makeId } from "../secret-token.ts";
import { consumeLinksOf } from "../sign-in-link.ts";
import { syncMemberships, wantedMemberships, type MembershipSync } from "./sync-memberships.ts";
import type { SignOnProvider } from "./sign-on-settings.ts";

/** Claims about the person who signed in, as the provider states them. */
export interface ProvedPerson {
  /** Identifies the person at the issuer, for good. */
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  /** Undefined: the provider did not say, e.g. because there are too many. */
  groups: readonly string[] | undefined;
}

/** Why nobody was signed in; the sign-in page has a text for each. */
export const SIGN_ON_PROBLEMS = ["expired", "denied", "provider", "address", "taken", "no_access"] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

const notAdmitted = (problem: SignOnProblem) => refuse("FORBIDDEN", problem);

/**
 * Finds the person who signed in at the provider, or makes their account, and brings the memberships that its groups give up to
 * date. A refusal's detail is a `SignOnProblem`.
 */
export async function admit(sync: MembershipSync, proved: ProvedPerson): Promise<Result<{ userId: string }>> {
  const { people, provider } = sync;
  const wanted = await wantedMemberships(sync, proved.groups);
  const known = await findBySubject(people, provider.issuer, proved.subject);
  const found = known === null ? await connectAccount(sync, proved, [...wanted.keys()]) : ok({ userId: known });
  if (!found.ok) return found;
  const { userId } = found.value;
  await syncMemberships(sync, { userId, wanted, areGroupsKnown: proved.groups !== undefined });
  return (await isMember(people, userId)) ? ok({ userId }) : notAdmitted("no_access");
}

async function findBySubject(people: People, issuer: string, subject: string): Promise<string | null> {
  const account = await people
    .selectFrom("personAccount")
    .select("userId")
    .where("providerId", "=", issuer)
    .where("accountId", "=", subject)
    .executeTakeFirst();
  return account?.userId ?? null;
}

/** Connects the subject to the person with its address, who is made if there is none. */
async function connectAccount(
  { people, provider }: MembershipSync,
  proved: ProvedPerson,
  workspaceIds: readonly string[],
): Promise<Result<{ userId: string }>> {
  const { subject, email, isEmailVerified } = proved;
  if (email === undefined || !(isEmailVerified || provider.trustsEmail) || !speaksFor(provider, email))
    return notAdmitted("address");
  return people.transaction().execute(async (transaction) => {
    // Two browsers that sign in for the first time: the second waits, and finds the account of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(transaction);
    const already = await findBySubject(transaction, provider.issuer, subject);
    if (already !== null) return ok({ userId: already });
    const person = await transaction
      .selectFrom("person")
      .select(["id", "name"])
      .where("email", "=", email)
      .forUpdate()
      .executeTakeFirst();
    if (person) return linkPerson(transaction, provider, person, subject);
    if (workspaceIds.length === 0) return notAdmitted("no_access");
    const userId = makeId("usr");
    const name = await chooseName(transaction, workspaceIds, proved.name, email);
    if (name === undefined) return notAdmitted("address");
    await transaction.insertInto("person").values({ id: userId, name, email }).execute();
    await insertAccount(transaction, provider.issuer, subject, userId);
    return ok({ userId });
  });
}

const speaksFor = ({ domains }: SignOnProvider, email: string): boolean =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());

/**
 * Connects an account that exists. Its password, sessions and links end: whoever made the account may have been somebody else
 * than the person whose address it has.
 */
async function linkPerson(
  transaction: People,
  { issuer, name: provider }: SignOnProvider,
  person: { id: string; name: string },
  subject: string,
): Promise<Result<{ userId: string }>> {
  const { id: userId } = person;
  const { issuers } = await findSignInWays(transaction, userId);
  // The address was given to somebody else at the provider: the account stays with its first person.
  if (issuers.includes(issuer)) return notAdmitted("taken");
  await transaction.deleteFrom("personAccount").where("userId", "=", userId).where("password", "is not", null).execute();
  await insertAccount(transaction, issuer, subject, userId);
  await endSessions(transaction, userId);
  await consumeLinksOf(transaction, userId);
  await recordAccountChange(transaction, person, "member.account_linked", { provider });
  return ok({ userId });
}

const insertAccount = (transaction: People, issuer: string, subject: string, userId: string) =>
  transaction
    .insertInto("personAccount")
    .values({ id: makeId("acc"), accountId: subject, providerId: issuer, userId, password: null, updatedAt: sql<Date>`now()` })
    .execute();

/**
 * Chooses a display name: the provider's, with the e-mail address added if it could be confused with another name, or the address
 * alone. Returns undefined if none of them is a valid name.
 */
async function chooseName(
  transaction: People,
  workspaceIds: readonly string[],
  given: string | undefined,
  email: string,
): Promise<string | undefined> {
  const isName = text(200).trim().min(1);
  for (const name of [given, given === undefined ? email : `${given} (${email})`, email]) {
    const parsed = isName.safeParse(name);
    if (parsed.success && !(await imitates(transaction, workspaceIds, parsed.data))) return parsed.data;
  }
  return undefined;
}

async function imitates(transaction: People, workspaceIds: readonly string[], name: string): Promise<boolean> {
  for (const workspaceId of workspaceIds)
    if (await refuseImitation(withoutPeople(transaction), workspaceId, { kind: "person", name })) return true;
  return false;
}

async function isMember(people: People, userId: string): Promise<boolean> {
  const member = await people
    .selectFrom("member")
    .leftJoin("archivedWorkspace", "archivedWorkspace.workspaceId", "member.workspaceId")
    .select("member.userId")
    .where("member.userId", "=", userId)
    .where("archivedWorkspace.workspaceId", "is", null)
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}
