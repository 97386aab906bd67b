import {
  DEFAULT_LIMITS,
  DEFAULT_MAX_CONNECTIONS,
  type ChangeUpstream,
  type UpstreamServer,
  type CreateUpstream,
} from "@countersign/protocol";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import type { UpstreamAdmin } from "../../ports/upstream-admin.ts";
import type { Log } from "../../ports/log.ts";
import type { SecretKeys } from "../../engine/secrets/secret-keys.ts";
import type { Database } from "../../store/database.ts";
import {
  deleteUpstream,
  findUpstream,
  insertUpstream,
  updateUpstream,
  type UpstreamRow,
} from "../../store/statements/upstreams.ts";
import { refuseImitation } from "../../store/statements/refuse-imitation.ts";
import { checkHost } from "./check-address.ts";
import { checkUpstream } from "./check-upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";
import { toWire } from "./upstream-to-wire.ts";
import { WireFault } from "./wire.ts";

export interface UpstreamAdminOptions {
  database: Database;
  set: UpstreamSet;
  keys: Pick<SecretKeys, "seal">;
  /** Whether the configuration file has the workspace's upstream of this name. */
  isInFile(workspaceId: string, name: string): Promise<boolean>;
  /** Applies the stored upstreams to this process. */
  apply(workspaceId: string): Promise<void>;
  log: Log;
}

const IN_FILE = "This upstream is defined in countersign.yaml. Change it there.";

export function createUpstreamAdmin(options: UpstreamAdminOptions): UpstreamAdmin {
  const { database, set, isInFile, apply, log } = options;
  const { kysely } = database;

  return {
    isInFile: (by, name) => isInFile(by.workspaceId, name),

    async list(by) {
      const refusal = refuseOthers(by);
      if (refusal) return { ok: false, refusal };
      const all = set.ofWorkspace(by.workspaceId).map(toWire);
      return ok(all.sort((a, b) => (a.name < b.name ? -1 : 1)));
    },

    create: (by, request) => createUpstream(options, by, request),

    async change(by, name, request) {
      const refusal = refuseOthers(by);
      if (refusal) return { ok: false, refusal };
      if (await isInFile(by.workspaceId, name)) return refuse("INVALID_STATE", IN_FILE);
      const seen = await findUpstream(kysely, by.workspaceId, name);
      if (!seen) return refuse("NOT_FOUND", `There is no upstream named ${name}.`);
      const refused = refuseUnconfirmed(request, seen) ?? refuseMovedSecrets(seen, request);
      if (refused) return { ok: false, refusal: refused };
      const allowed = request.allowPrivate ?? seen.allowPrivate;
      const unreachable =
        request.url === undefined && allowed ? undefined : await refuseAddress(request.url ?? seen.url, allowed);
      if (unreachable) return { ok: false, refusal: unreachable };
      const { headers, confirm: _, ...rest } = request;
      const change = { ...rest, ...(headers !== undefined && (await sealed(options, headers, seen))) };
      const row = await updateUpstream(kysely, seen, change, by);
      return row
        ? follow(options, by, name)
        : refuse("INVALID_STATE", "Somebody else changed this upstream. Reload it and try again.");
    },

    async remove(by, name) {
      const refusal = refuseOthers(by);
      if (refusal) return { ok: false, refusal };
      if (await isInFile(by.workspaceId, name)) return refuse("INVALID_STATE", IN_FILE);
      if (!(await deleteUpstream(kysely, by.workspaceId, name, by))) {
        return refuse("NOT_FOUND", `There is no upstream named ${name}.`);
      }
      database.notify(by.workspaceId);
      await apply(by.workspaceId);
      return ok({ name });
    },

    async restart(by, name) {
      const refusal = refuseOthers(by);
      if (refusal) return { ok: false, refusal };
      const upstream = set.ofWorkspace(by.workspaceId).find((each) => each.name === name);
      if (upstream && !upstream.spec.enabled) return refuse("INVALID_STATE", "This upstream is disabled. Enable it first.");
      upstream?.restart();
      return viewOf(options, by.workspaceId, name);
    },

    async check(by, request, signal) {
      const refusal = refuseOthers(by) ?? refuseUnconfirmed(request);
      return refusal ? { ok: false, refusal } : ok(await checkUpstream(request, signal, log));
    },
  };
}

async function createUpstream(
  options: UpstreamAdminOptions,
  by: Principal,
  request: CreateUpstream,
): Promise<Result<UpstreamServer>> {
  const { isInFile } = options;
  const { kysely } = options.database;
  const refusal = refuseOthers(by) ?? refuseUnconfirmed(request) ?? (await refuseAddress(request.url, request.allowPrivate));
  if (refusal) return { ok: false, refusal };
  const { workspaceId } = by;
  const { name, url, transport = "http", headers, trust = "untrusted", prefix = name, era = "legacy" } = request;
  if (await isInFile(workspaceId, name)) return refuse("INVALID_STATE", IN_FILE);
  const imitates = await refuseImitation(kysely, workspaceId, { kind: "upstream", name });
  if (imitates && !(await findUpstream(kysely, workspaceId, name))) return { ok: false, refusal: imitates };
  const row = await insertUpstream(
    kysely,
    {
      workspaceId,
      name,
      transport,
      url,
      trust,
      prefix,
      era,
      enabled: request.enabled ?? true,
      allowPrivate: request.allowPrivate ?? false,
      sharing: request.sharing ?? "per-agent",
      maxConnections: request.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
      allowQuestions: request.allowQuestions ?? false,
      callSeconds: request.callSeconds ?? DEFAULT_LIMITS.callSeconds,
      maxResultMebibytes: request.maxResultMebibytes ?? DEFAULT_LIMITS.maxResultMebibytes,
      maxTools: request.maxTools ?? DEFAULT_LIMITS.maxTools,
      ...(await sealed(options, headers, { workspaceId, name })),
    },
    by,
  );
  return row ? follow(options, by, name) : refuse("INVALID_STATE", `There is an upstream named ${name} already.`);
}

const viewOf = ({ set }: UpstreamAdminOptions, workspaceId: string, name: string): Result<UpstreamServer> => {
  const upstream = set.ofWorkspace(workspaceId).find((each) => each.name === name);
  return upstream ? ok(toWire(upstream)) : refuse("NOT_FOUND", `There is no upstream named ${name}.`);
};

const follow = async (
  options: UpstreamAdminOptions,
  { workspaceId }: Principal,
  name: string,
): Promise<Result<UpstreamServer>> => {
  const { database, apply } = options;
  database.notify(workspaceId);
  await apply(workspaceId);
  return viewOf(options, workspaceId, name);
};

async function sealed(
  { keys }: UpstreamAdminOptions,
  headers: Record<string, string> | null | undefined,
  place: { workspaceId: string; name: string },
) {
  const headerNames = Object.keys(headers ?? {}).sort();
  if (!headers || headerNames.length === 0) return { sealedHeaders: null, keyId: null, headerNames };
  const { workspaceId, name } = place;
  const { sealed: sealedHeaders, keyId } = (await keys.seal()).encrypt(headers, { workspaceId, upstream: name });
  return { sealedHeaders, keyId, headerNames };
}

const refuseOthers = (by: Principal): Refusal | undefined =>
  hasRole(by, "admin") ? undefined : refuse("FORBIDDEN", "Only an administrator can read and change upstreams.").refusal;

type Guard = "trust" | "allowPrivate" | "sharing" | "allowQuestions";
type Lowering = Pick<ChangeUpstream, Guard | "confirm" | "url">;

/** Refuses an unconfirmed change that lowers protection, with what may then happen; undefined for any other. */
function refuseUnconfirmed(
  request: Lowering,
  seen: Pick<UpstreamRow, Guard | "url"> = {
    trust: "untrusted",
    allowPrivate: false,
    sharing: "per-agent",
    allowQuestions: false,
    url: "",
  },
): Refusal | undefined {
  if (request.confirm === true) return undefined;
  const errors = [
    ...(request.trust === "trusted" && seen.trust !== "trusted"
      ? [{ path: "/trust", message: "tools that a trusted upstream declares read-only run without approval" }]
      : []),
    ...(request.url !== undefined && request.url !== seen.url && seen.trust === "trusted" && request.trust !== "untrusted"
      ? [
          {
            path: "/url",
            message: "the server at the new address is trusted: tools that it declares read-only run without approval",
          },
        ]
      : []),
    ...(request.allowPrivate === true && !seen.allowPrivate
      ? [{ path: "/allowPrivate", message: "this server can be made to call addresses on its own network" }]
      : []),
    ...(request.sharing === "shared" && seen.sharing !== "shared"
      ? [{ path: "/sharing", message: "agents may see each other's sessions at the server" }]
      : []),
    ...(request.allowQuestions === true && !seen.allowQuestions
      ? [{ path: "/allowQuestions", message: "an untrusted server can ask people and their models questions" }]
      : []),
  ];
  if (errors.length === 0) return undefined;
  return refuse("INVALID_INPUT", "This lowers protection; send `confirm: true` with it.", { errors }).refusal;
}

/** Stored headers were given for one server. Only somebody who knows them may send them to another, by giving them again. */
function refuseMovedSecrets(seen: UpstreamRow, request: ChangeUpstream): Refusal | undefined {
  const moves = request.url !== undefined && new URL(request.url).origin !== new URL(seen.url).origin;
  if (!moves || seen.headerNames.length === 0 || request.headers !== undefined) return undefined;
  return refuse("INVALID_INPUT", "The headers were given for another server. Send them again, or null for none.", {
    errors: [{ path: "/headers", message: "is required with a new address" }],
  }).refusal;
}

/** Refuses a URL at an address that is not allowed. Accepts a name that does not resolve, as it may later. */
async function refuseAddress(url: string, allowPrivate = false): Promise<Refusal | undefined> {
  try {
    await checkHost(new URL(url), allowPrivate);
    return undefined;
  } catch (error) {
    if (!(error instanceof WireFault)) return undefined;
    return refuse("INVALID_INPUT", `The upstream ${error.message}.`, { errors: [{ path: "/url", message: error.message }] })
      .refusal;
  }
}
