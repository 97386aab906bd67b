import { FIRST_PORT } from "./http/serve.ts";
import { readConfig, type Config } from "./config.ts";
import { openDataFolder, type DataFolder } from "./data-folder.ts";
import { forgetKey, rotateKeys, type Rotation } from "./engine/secrets/secret-keys.ts";
import type { StartOptions } from "./cli/server-port.ts";
import { ok, type Result } from "./core/refusal.ts";
import type { FilledWorkspace } from "./identity/fill-workspace.ts";
import { openPeople } from "./identity/people-tables.ts";
import { createResetLink } from "./identity/passwords.ts";
import { resetUrl, signInUrl } from "./identity/sign-in-link.ts";
import {
  archiveWorkspace,
  createWorkspace,
  inviteAdministrator,
  restoreWorkspace,
  type NewWorkspace,
} from "./identity/workspaces.ts";
import { rememberSettings } from "./remember-settings.ts";
import type { Database } from "./store/database.ts";
import { migrate } from "./store/migrate.ts";
import { openDatabase } from "./store/open-database.ts";
import { listWorkspaces, type WorkspaceRow } from "./store/statements/workspaces.ts";

/*
 * What whoever runs the installation does on its database without a server: PostgreSQL while servers run, the embedded one
 * while none does.
 */

type Place = Pick<StartOptions, "dataFolder" | "databaseUrl">;

/** Rotates or forgets keys of stored credentials. */
export async function changeSecrets(
  options: Place,
  change: { rotate: true } | { forget: string },
): Promise<Rotation | { forgotten: number }> {
  return withDatabase(options, async ({ config, folder, database }) => {
    if ("forget" in change) return { forgotten: await forgetKey(database, change.forget) };
    // Clients hold the signed or encrypted values, so no row needs rewriting: the former secret is still accepted.
    if (config.secrets.length === 0) await folder.rotateSecret();
    return rotateKeys(database, config.secretKeys, folder.keyFile);
  });
}

/** The workspaces of the installation. Running servers on the database serve a new one, and leave an archived one. */
export const workspacesAt = (place: Place) => ({
  list: (): Promise<WorkspaceRow[]> => withDatabase(place, ({ database }) => listWorkspaces(database.kysely)),
  /** `signInUrl` is for the new administrator, once and within a day; null if that person has an account. */
  create: (asked: NewWorkspace): Promise<Result<FilledWorkspace & { signInUrl: string | null }>> =>
    withDatabase(place, async ({ config, folder, database }) => {
      const created = await createWorkspace(database, asked);
      if (!created.ok) return created;
      const { linkToken, ...filled } = created.value;
      database.notify(filled.workspaceId);
      const publicUrl = await publicUrlOf(config, folder);
      return ok({ ...filled, signInUrl: linkToken === null ? null : signInUrl(publicUrl, linkToken) });
    }),
  invite: (id: string): Promise<Result<{ email: string; signInUrl: string }>> =>
    withDatabase(place, async ({ config, folder, database }) => {
      const invited = await inviteAdministrator(database, id);
      if (!invited.ok) return invited;
      const { email, linkToken } = invited.value;
      return ok({ email, signInUrl: signInUrl(await publicUrlOf(config, folder), linkToken) });
    }),
  archive: (id: string): Promise<Result<WorkspaceRow>> => withDatabase(place, ({ database }) => archiveWorkspace(database, id)),
  restore: (id: string): Promise<Result<WorkspaceRow>> => withDatabase(place, ({ database }) => restoreWorkspace(database, id)),
});

/** Makes a link for somebody who forgot their password, to be passed on by hand. It works once, within an hour. */
export const makeResetLink = (place: Place, address: string): Promise<Result<{ email: string; resetUrl: string }>> =>
  withDatabase(place, async ({ config, folder, database }) => {
    const made = await createResetLink(openPeople(database.kysely), address);
    if (!made.ok) return made;
    const { email, linkToken } = made.value;
    return ok({ email, resetUrl: resetUrl(await publicUrlOf(config, folder), linkToken) });
  });

const publicUrlOf = async (config: Config, folder: DataFolder): Promise<string> =>
  config.publicUrl ?? (await folder.readAgentFile())?.url ?? `http://127.0.0.1:${FIRST_PORT}`;

interface Opened {
  config: Config;
  folder: DataFolder;
  database: Database;
}

/** Throws while another process has the embedded database open. */
async function withDatabase<T>(options: Place, work: (opened: Opened) => Promise<T>): Promise<T> {
  const config = readConfig(options, process.env);
  rememberSettings(config, process.env);
  const folder = await openDataFolder(config.dataFolder);
  const place = config.databaseUrl === undefined ? { folder: folder.databaseFolder } : { url: config.databaseUrl };
  const database = await openDatabase(place);
  try {
    await migrate(database);
    return await work({ config, folder, database });
  } finally {
    await database.close();
  }
}
