import { homedir } from "node:os";
import { join } from "node:path";
import type { ImportSettings, SettingsImport } from "@countersign/protocol";
import { ConfigFault, DEFAULT_DATA_FOLDER, type Config } from "./config.ts";
import type { Principal } from "./core/principal.ts";
import { ok, refuse, type Result } from "./core/refusal.ts";
import type { ServerImports } from "./ports/server-imports.ts";
import type { Database } from "./store/database.ts";
import { appendAuditEvent } from "./store/statements/audit-events.ts";
import { ImportFault, planSettings, removeServer, type Commit, type PlannedSettings } from "./client-import/import-client.ts";

interface ServerImportsOptions {
  database: Database;
  config: Pick<Config, "dataFolder" | "configFile">;
  publicUrl(): string;
}

/** Whose programs run is on the audit log: the event and the file are written together, or neither. */
export function createServerImports(options: ServerImportsOptions): ServerImports {
  const { database, config } = options;

  const plan = ({ settings, trust = "untrusted", replace = false }: ImportSettings): Promise<PlannedSettings> =>
    planSettings(settings, {
      title: "The pasted text",
      // What is pasted may come from anywhere, so that a relative path belongs to no project.
      path: join(homedir(), "settings.json"),
      ...config,
      defaultFolder: DEFAULT_DATA_FOLDER,
      trust,
      replaces: replace,
      ownUrl: `${options.publicUrl()}/mcp`,
    });

  // The file is locked before the log is: a lock that another program left must not hold up everything that is logged.
  const recorded =
    (by: Principal, data: object): Commit =>
    (write) =>
      database.kysely.transaction().execute(async (transaction) => {
        await appendAuditEvent(transaction, { workspaceId: by.workspaceId, kind: "upstream.file_changed", by, data });
        await write();
      });

  return {
    preview: (request) => refuseFaults(async () => toWire(await plan(request), false)),
    write: (by, request) =>
      refuseFaults(async () => {
        const planned = await plan(request);
        const written = planned.gated.filter(({ isPresent }) => !isPresent);
        const servers = written.map(({ name, shown, isReplaced }) => ({ name, shown, isReplaced }));
        if (servers.length > 0) await planned.writeConfig(recorded(by, { trust: request.trust ?? "untrusted", servers }));
        return toWire(planned, true);
      }),
    remove: (by, name) =>
      refuseFaults(async () => {
        await removeServer(config, name, recorded(by, { removed: [name] }));
        return { name };
      }),
  };
}

function toWire({ gated, left, elsewhere, nextSettings }: PlannedSettings, isWritten: boolean): SettingsImport {
  return {
    isWritten,
    gated: gated.map(({ from, name, shown, isPresent, isReplaced }) => ({ from, name, shown, isPresent, isReplaced })),
    left,
    elsewhere: [...elsewhere],
    settings: nextSettings,
  };
}

/** Settings that cannot be read, and a configuration file that cannot be changed, are refused with what to do about them. */
async function refuseFaults<T>(run: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await run());
  } catch (error) {
    if (error instanceof ImportFault) {
      const message = [error.message, error.hint ?? ""].join(" ").trim();
      return refuse("INVALID_INPUT", message, { errors: [{ path: "/settings", message }] });
    }
    if (error instanceof ConfigFault) return refuse("INVALID_STATE", error.message);
    throw error;
  }
}
