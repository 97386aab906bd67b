import { randomUUID } from "node:crypto";
import type { ChangeConnection, Connection, CreateConnection, JsonObject } from "@countersign/protocol";
import { z } from "zod";
import { refuseOthers, type ConnectionAdmin } from "../../ports/connection-admin.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import {
  deleteConnection,
  findConnection,
  insertConnection,
  listConnections,
  updateConnection,
  type ConnectionRow,
  type Sealed,
} from "../../store/statements/connections.ts";
import { listOnCallViews, type OnCallView } from "../../store/statements/on-call.ts";
import { forgetApp, lockAccounts } from "../../store/statements/notification-accounts.ts";
import type { Connector } from "../connectors/connector.ts";
import { createAuthorization } from "./authorize-connection.ts";
import { toolsOf } from "./gate-tools.ts";
import { findUnmasked, openRow, openWith, sealCredentials, type OpenDeps } from "./open-row.ts";
import { refuseMovedSecrets, refuseSharedTeam, refuseUnconfirmed, usesAnotherApp } from "./refuse-change.ts";
import { testConnection } from "./test-connection.ts";

/** State of a connection in this process. */
export interface ConnectionView {
  problem: string | null;
  tools: string[];
  withheld: { name: string; reason: string }[];
}

export interface ConnectionAdminOptions {
  deps: OpenDeps;
  engine: Pick<Engine, "connectionTools">;
  /** Applies the stored connections to this process. */
  apply(workspaceId: string): Promise<void>;
  viewOf(row: ConnectionRow): ConnectionView | undefined;
  log: Log;
}

const NOT_FOUND: Result<never> = refuse("NOT_FOUND", "There is no such connection.");

export function createConnectionAdmin(options: ConnectionAdminOptions): ConnectionAdmin {
  const { deps, apply, log } = options;
  const { database, connectors } = deps;
  const { kysely } = database;

  const admin: ConnectionAdmin = {
    async connectors(by) {
      return (
        refuseOthers(by) ??
        ok(
          [...connectors.values()].map(({ name, title, settings, credentials, channel, onCall, authorization: byAccount }) => ({
            name,
            title,
            carriesNotifications: channel !== undefined,
            saysWhoIsOnCall: onCall !== undefined,
            hasAccounts: byAccount !== undefined,
            settings: schemaOf(settings),
            credentials: schemaOf(credentials),
          })),
        )
      );
    },

    async list(by) {
      const refused = refuseOthers(by);
      if (refused) return refused;
      const rows = await listConnections(kysely, by.workspaceId);
      const onCall = await listOnCallViews(kysely, by.workspaceId);
      return ok(await Promise.all(rows.map((row) => read(options, row, onCall))));
    },

    async create(by, request) {
      const refused = refuseOthers(by);
      if (refused) return refused;
      const connector = connectors.get(request.connector);
      if (!connector) {
        const errors = [{ path: "/connector", message: `must be one of ${[...connectors.keys()].join(", ")}` }];
        return refuse("INVALID_INPUT", "There is no such connector.", { errors });
      }
      const unconfirmed = refuseUnconfirmed(connector, request, undefined);
      if (unconfirmed) return unconfirmed;
      const row = newRow(by, request);
      const judged = await judge(options, row, connector, request.settings ?? {}, request.credentials ?? {});
      if (!judged.ok) return judged;
      const { settings, sealed } = judged.value;
      const stored = await insertConnection(kysely, { ...row, ...NOTHING_SEALED, ...sealed, settings }, by);
      return stored ? follow(options, stored) : nameTaken(request.name);
    },

    change: (by, id, request) => changeConnection(options, by, id, request),

    async remove(by, id) {
      const refused = refuseOthers(by);
      if (refused) return refused;
      if (!(await deleteConnection(kysely, by.workspaceId, id, by))) return NOT_FOUND;
      database.notify(by.workspaceId);
      await apply(by.workspaceId);
      return ok({ id });
    },

    async test(by, id, signal) {
      const refused = refuseOthers(by);
      if (refused) return refused;
      const row = await findConnection(kysely, by.workspaceId, id);
      return row ? ok(await testConnection(deps, row, signal, log)) : NOT_FOUND;
    },

    authorize: async (by, id, redirectUri) => refuseOthers(by) ?? authorization.begin(by, id, redirectUri),
    finishAuthorization: async (by, query, redirectUri, signal) =>
      refuseOthers(by) ?? authorization.finish(by, query, redirectUri, signal),
  };
  const authorization = createAuthorization(deps, (by, id, request) => admin.change(by, id, request));
  return admin;
}

async function changeConnection(
  options: ConnectionAdminOptions,
  by: Principal,
  id: string,
  request: ChangeConnection,
): Promise<Result<Connection>> {
  const { database, connectors } = options.deps;
  const { kysely } = database;
  const refused = refuseOthers(by);
  if (refused) return refused;
  const seen = await findConnection(kysely, by.workspaceId, id);
  const connector = seen && connectors.get(seen.connector);
  if (!seen || !connector) return NOT_FOUND;
  if (request.version !== undefined && request.version !== seen.version) return somebodyWasFirst();
  const settings = request.settings ?? (JSON.parse(seen.settings) as JsonObject);
  const unfit = refuseUnconfirmed(connector, request, seen) ?? refuseMovedSecrets(connector, request, seen);
  if (unfit) return unfit;
  const { name = seen.name, prefix = seen.prefix, enabled = seen.enabled, allowPrivate = seen.allowPrivate } = request;
  const next = { ...seen, name, prefix, enabled, allowPrivate };
  const touches = request.settings !== undefined || request.credentials !== undefined || request.prefix !== undefined;
  const judged = touches ? await judge(options, next, connector, settings, request.credentials) : undefined;
  if (judged && !judged.ok) return judged;
  const { sealed, settings: stored = seen.settings } = judged?.value ?? {};
  const change = { name, prefix, enabled, allowPrivate, settings: stored, ...(sealed && { sealed }) };
  const isOther = usesAnotherApp(connector, request, seen);
  const channel = { workspaceId: seen.workspaceId, connectionId: id };
  const row = await kysely.transaction().execute(async (transaction) => {
    if (isOther) await lockAccounts(transaction, channel);
    const changed = await updateConnection(transaction, seen, change, by);
    if (changed && isOther) await forgetApp(transaction, channel);
    return changed;
  });
  if (row) return follow(options, row);
  const others = await listConnections(kysely, by.workspaceId);
  return others.some((other) => other.name === name && other.id !== id) ? nameTaken(name) : somebodyWasFirst();
}

const read = async ({ viewOf, deps }: ConnectionAdminOptions, row: ConnectionRow, onCall: readonly OnCallView[]) =>
  toWire(
    row,
    viewOf(row),
    await findUnmasked(deps, row),
    onCall.find(({ connectionId }) => connectionId === row.id),
  );

const follow = async (options: ConnectionAdminOptions, row: ConnectionRow): Promise<Result<Connection>> => {
  const { database } = options.deps;
  const { apply } = options;
  database.notify(row.workspaceId);
  await apply(row.workspaceId);
  return ok(await read(options, row, await listOnCallViews(database.kysely, row.workspaceId, row.id)));
};

/** Validates the whole request; returns the settings and the encrypted credentials to store. */
async function judge(
  options: ConnectionAdminOptions,
  next: ConnectionRow,
  connector: Connector,
  settings: unknown,
  credentials: unknown,
): Promise<Result<{ settings: string; sealed: Sealed | undefined }>> {
  const { deps, engine } = options;
  const { keys } = options.deps;
  const parsed = connector.settings.safeParse(settings);
  const secret = credentials === undefined ? undefined : connector.credentials.safeParse(credentials);
  const errors = [...faultsOf("settings", parsed.error), ...faultsOf("credentials", secret?.error)];
  if (errors.length > 0) return refuse("INVALID_INPUT", `This connection to ${connector.title} is not valid.`, { errors });
  const shared = connector.onCall && (await listConnections(deps.database.kysely, next.workspaceId));
  const overlap = shared && refuseSharedTeam(deps.connectors, { id: next.id, connector, settings: parsed.data }, shared);
  if (overlap) return overlap;
  const stored = canonicalJson(parsed.data as JsonObject);
  // Tool names follow from the settings. A request without credentials keeps the stored ones.
  const opened =
    secret === undefined
      ? await openRow(deps, { ...next, settings: stored })
      : openWith(deps, next, connector, parsed.data, secret.data);
  const names = toolsOf(opened).map(({ definition }) => definition.name);
  const taken = await engine.connectionTools.findTakenNames(next.workspaceId, next.id, names);
  if (taken.length > 0) {
    return refuse("INVALID_INPUT", "The names of its tools are already taken.", {
      errors: taken.map(({ name, reason }) => ({ path: "/prefix", message: `${name}: ${reason}` })),
    });
  }
  if (secret === undefined) return ok({ settings: stored, sealed: undefined });
  const isEmpty = Object.keys(secret.data as JsonObject).length === 0;
  return ok({ settings: stored, sealed: sealCredentials(isEmpty ? undefined : await keys.seal(), secret.data, next) });
}

const NOTHING_SEALED: Sealed = { sealedCredentials: null, keyId: null, credentialFields: [] };

function newRow({ workspaceId }: Principal, request: CreateConnection): ConnectionRow {
  const { connector, name, prefix = "", enabled = true, allowPrivate = false } = request;
  const [now, id] = [new Date(), `con_${randomUUID()}`];
  const fresh = { credentialsVersion: 1, version: 1, createdAt: now, updatedAt: now };
  return { workspaceId, id, connector, name, prefix, settings: "{}", enabled, allowPrivate, ...NOTHING_SEALED, ...fresh };
}

const nameTaken = (name: string): Result<never> => refuse("INVALID_STATE", `There is a connection named ${name} already.`);
const somebodyWasFirst = (): Result<never> =>
  refuse("INVALID_STATE", "Somebody else changed this connection. Reload it and try again.");

/** Maps validation errors to JSON Pointers into the request; zod's messages contain no value of it. */
const faultsOf = (key: string, error: z.ZodError | undefined): NonNullable<Refusal["errors"]> =>
  (error?.issues ?? []).map(({ path, message }) => ({
    path: `/${[key, ...path.map(String)].map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`,
    message,
  }));

function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", unrepresentable: "any", io: "input" });
  return rest as JsonObject;
}

function toWire(
  row: ConnectionRow,
  view: ConnectionView | undefined,
  unmasked: string[],
  onCall: OnCallView | undefined,
): Connection {
  const { id, connector, name, prefix, credentialFields, allowPrivate, enabled, version } = row;
  const problem = view?.problem ?? onCall?.problem ?? null;
  return {
    id,
    connector,
    name,
    prefix,
    settings: JSON.parse(row.settings) as JsonObject,
    credentialFields,
    unmasked,
    allowPrivate,
    enabled,
    status: !enabled ? "disabled" : problem === null ? "ready" : "problem",
    problem,
    tools: view?.tools ?? [],
    withheld: view?.withheld ?? [],
    onCall: onCall
      ? { people: onCall.people, ignored: onCall.ignored, startsAt: onCall.startsAt?.toISOString() ?? null }
      : null,
    version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
