import { addMemberSchema } from "@countersign/protocol";
import { sql } from "kysely";
import { findImitation } from "../core/find-imitation.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import type { Database } from "../store/database.ts";
import { insertStop } from "../store/statements/emergency-stop.ts";
import { SYSTEM } from "../store/statements/row.ts";
import { withdrawApproved } from "../store/statements/withdraw-actions.ts";
import {
  deleteArchived,
  insertArchived,
  listWorkspaces,
  lockWorkspace,
  type WorkspaceRow,
} from "../store/statements/workspaces.ts";
import { fillWorkspace, type FilledWorkspace } from "./fill-workspace.ts";
import { canSignIn } from "./account-setup.ts";
import { openPeople, withoutPeople, type People } from "./people-tables.ts";
import { makeId } from "./secret-token.ts";
import { createInvitation } from "./sign-in-link.ts";

/*
 * Workspaces are made and archived by whoever runs the installation, with access to the database. Every server process on it
 * serves a new workspace, and leaves an archived one, within seconds; see served-workspaces.ts.
 */

export interface NewWorkspace {
  name: string;
  /** First administrator. Somebody whose address another workspace knows keeps the account and its name. */
  admin: { name: string; email: string };
}

export interface CreatedWorkspace extends FilledWorkspace {
  /** Token of a sign-in link that is valid for a day; null if the person has a password already. */
  linkToken: string | null;
}

const MAX_NAME = 200;
const ARCHIVED = "The workspace is archived.";

/** Creates a workspace with its first administrator and a first agent key. */
export async function createWorkspace(
  { kysely }: Pick<Database, "kysely">,
  { name, admin }: NewWorkspace,
): Promise<Result<CreatedWorkspace>> {
  const invalid = findInvalid(name, admin);
  if (invalid !== undefined) return refuse("INVALID_INPUT", invalid);
  return openPeople(kysely)
    .transaction()
    .execute(async (transaction) => {
      // Two processes that create a workspace of one name: the second waits, and then finds the first one's.
      await sql`lock table workspace in share row exclusive mode`.execute(transaction);
      const imitates = findImitation(name, await listWorkspaces(withoutPeople(transaction)));
      if (imitates !== undefined) return refuse("INVALID_INPUT", `The name ${name} ${imitates}; choose another.`);
      const email = admin.email.toLowerCase();
      const known = await transaction.selectFrom("person").select("id").where("email", "=", email).executeTakeFirst();
      const userId = known?.id ?? makeId("usr");
      if (!known) await transaction.insertInto("person").values({ id: userId, name: admin.name, email }).execute();
      const linkToken = await inviteUnlessSignedUp(transaction, userId);
      return ok({ ...(await fillWorkspace(transaction, name, userId)), linkToken });
    });
}

const inviteUnlessSignedUp = async (people: People, userId: string): Promise<string | null> =>
  (await canSignIn(people, userId)) ? null : createInvitation(people, userId);

/** Makes a new sign-in link for the first administrator of a workspace, whose former one was lost or is over. */
export async function inviteAdministrator(
  { kysely }: Pick<Database, "kysely">,
  workspaceId: string,
): Promise<Result<{ linkToken: string; email: string }>> {
  const people = openPeople(kysely);
  const admin = await people
    .selectFrom("member")
    .innerJoin("person", "person.id", "member.userId")
    .select(["person.id", "person.email"])
    .where("member.workspaceId", "=", workspaceId)
    .where("member.role", "=", "admin")
    .orderBy("member.createdAt")
    .orderBy("person.id")
    .limit(1)
    .executeTakeFirst();
  if (!admin) return notFound(workspaceId);
  const linkToken = await inviteUnlessSignedUp(people, admin.id);
  return linkToken === null
    ? refuse("INVALID_STATE", `${admin.email} has a password, and signs in with it.`)
    : ok({ linkToken, email: admin.email });
}

function findInvalid(name: string, { name: adminName, email }: NewWorkspace["admin"]): string | undefined {
  if (name.trim() !== name || name === "" || name.length > MAX_NAME)
    return `A workspace's name has 1 to ${MAX_NAME} characters, and no space at its ends.`;
  const { shape } = addMemberSchema;
  if (!shape.email.safeParse(email).success) return `${email} is not an e-mail address.`;
  if (!shape.name.safeParse(adminName).success) return "The administrator needs a name of at most 200 characters.";
  return undefined;
}

/**
 * Archives a workspace: its emergency stop is called, no credential of it is accepted any more, and what was approved and not
 * started is withdrawn. Nothing is deleted. A repeated call completes what an interrupted one began.
 */
export async function archiveWorkspace(database: Database, workspaceId: string): Promise<Result<WorkspaceRow>> {
  const { kysely } = database;
  const archived = await kysely.transaction().execute(async (trx): Promise<Result<{ name: string; isFirst: boolean }>> => {
    // Of two archivings, the second sees what the first left in use.
    await sql`lock table workspace in share row exclusive mode`.execute(trx);
    await lockWorkspace(trx, workspaceId);
    const all = await listWorkspaces(trx);
    const found = all.find(({ id }) => id === workspaceId);
    if (!found) return notFound(workspaceId);
    if (all.every(({ id, archivedAt }) => id === workspaceId || archivedAt !== null))
      return refuse("INVALID_STATE", "This is the only active workspace. Create another one first.");
    await insertStop(trx, { workspaceId, reason: ARCHIVED, by: SYSTEM });
    return ok({ name: found.name, isFirst: await insertArchived(trx, workspaceId, SYSTEM) });
  });
  if (!archived.ok) return archived;
  await withdrawApproved(kysely, workspaceId);
  database.notify(workspaceId);
  const { name, isFirst } = archived.value;
  return isFirst ? readWorkspace(database, workspaceId) : refuse("INVALID_STATE", `${name} is already archived.`);
}

/** Takes an archived workspace into use again. It stays stopped until one of its administrators lifts the stop. */
export async function restoreWorkspace(database: Database, workspaceId: string): Promise<Result<WorkspaceRow>> {
  // A worker's lost execution may have been queued again meanwhile; it was approved for another time.
  await withdrawApproved(database.kysely, workspaceId, "archived");
  if (!(await deleteArchived(database.kysely, workspaceId, SYSTEM))) {
    const found = (await listWorkspaces(database.kysely)).find(({ id }) => id === workspaceId);
    return found ? refuse("INVALID_STATE", `${found.name} is not archived.`) : notFound(workspaceId);
  }
  database.notify(workspaceId);
  return readWorkspace(database, workspaceId);
}

const notFound = (workspaceId: string) => refuse("NOT_FOUND", `There is no workspace ${workspaceId}.`);

async function readWorkspace({ kysely }: Pick<Database, "kysely">, workspaceId: string): Promise<Result<WorkspaceRow>> {
  const found = (await listWorkspaces(kysely)).find(({ id }) => id === workspaceId);
  return found ? ok(found) : notFound(workspaceId);
}
