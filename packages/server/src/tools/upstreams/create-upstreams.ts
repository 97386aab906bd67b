import type { UpstreamAdmin } from "../../ports/upstream-admin.ts";
import type { Upstreams } from "../../ports/upstreams.ts";
import type { ToolProvider } from "../../ports/tool.ts";
import { requestSourceOf } from "../../core/upstream-requests.ts";
import { withdrawWaiting } from "../../engine/catalog/withdraw-waiting.ts";
import type { SecretKeys } from "../../engine/secrets/secret-keys.ts";
import type { Log } from "../../ports/log.ts";
import type { Database } from "../../store/database.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { forgetTargets, namesOfSource, noteTarget } from "../../store/statements/upstream-targets.ts";
import { listUpstreams, upstreamVersions } from "../../store/statements/upstreams.ts";
import { findFirstWorkspace } from "../../store/statements/workspaces.ts";
import { followChanges } from "../follow-changes.ts";
import type { CommandSandbox } from "./command-sandbox.ts";
import { createProvider, type NoteClientNeed } from "./create-provider.ts";
import { hashTarget, type SyncTools } from "./open-upstream.ts";
import { specOfRow } from "./spec-of-row.ts";
import { createUpstreamAdmin } from "./upstream-admin.ts";
import { createUpstreamSet } from "./upstream-set.ts";
import { sourceOf, type UpstreamSpec } from "./upstream-spec.ts";

export interface RunningUpstreams {
  upstreams: Upstreams;
  admin: UpstreamAdmin;
  /** Takes what the configuration file says now in place of what it said before. */
  reconfigure(configured: readonly FileUpstream[]): Promise<void>;
  /** Runs approved calls of the upstreams that are online in this process. */
  provider: ToolProvider;
  /** Connects the workspace's upstreams and follows the changes of administrators, made in this or another process. */
  serve(workspaceId: string): Promise<void>;
  /** Disconnects the upstreams of a workspace that is no longer served. Its stored tools stay. */
  leave(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

/** An upstream of the configuration file; without `workspaceId` it belongs to the first workspace. */
export type FileUpstream = Omit<UpstreamSpec, "workspaceId"> & { workspaceId?: string | undefined };

export interface UpstreamsOptions {
  database: Database;
  /** Encrypt the headers stored in the database. */
  keys: Pick<SecretKeys, "seal">;
  configured: readonly FileUpstream[];
  log: Log;
  syncTools: SyncTools;
  noteClientNeed: NoteClientNeed;
  sandbox: CommandSandbox;
  /** Calls back when a workspace may have changed. */
  onChange(workspaceId: string, callback: () => void): () => void;
}

export function createUpstreams(options: UpstreamsOptions): RunningUpstreams {
  const { database, keys, log, syncTools, sandbox, onChange } = options;
  let { configured } = options;
  const set = createUpstreamSet({ log, syncTools, sandbox });
  const follower = followChanges({
    what: "upstreams",
    apply: applyNow,
    release: (workspaceId) => set.configure(workspaceId, []),
    versionsOf: (workspaceIds) => upstreamVersions(database.kysely, workspaceIds),
    onChange,
    log,
  });

  async function inFileOf(workspaceId: string): Promise<UpstreamSpec[]> {
    if (configured.length === 0) return [];
    const first = await findFirstWorkspace(database.kysely);
    return configured.flatMap((spec) => ((spec.workspaceId ?? first) === workspaceId ? { ...spec, workspaceId } : []));
  }
  const isInFile = async (workspaceId: string, name: string): Promise<boolean> =>
    (await inFileOf(workspaceId)).some((spec) => spec.name === name);

  async function applyNow(workspaceId: string): Promise<void> {
    const rows = await listUpstreams(database.kysely, workspaceId);
    const inFile = await inFileOf(workspaceId);
    // Only encrypted headers need a key; asking for one may create the key file.
    const seal = rows.some(({ sealedHeaders }) => sealedHeaders !== null) ? await keys.seal() : undefined;
    const specs = [
      ...inFile,
      // The configuration file overrides a stored upstream of the same name.
      ...rows.filter(({ name }) => !inFile.some((spec) => spec.name === name)).map((row) => specOfRow(row, seal)),
    ];
    await set.retain(workspaceId, specs);
    for (const spec of specs) await leaveFormerTarget(spec);
    const names = specs.map(({ name }) => name);
    for (const name of await forgetTargets(database.kysely, workspaceId, names, SYSTEM)) await withdraw({ workspaceId, name });
    await set.configure(workspaceId, specs);
  }

  /** If the name now points to another server, first withdraws the former one's tools and the actions on them. */
  async function leaveFormerTarget(spec: UpstreamSpec): Promise<void> {
    const { workspaceId, name, origin, target } = spec;
    const seen = { workspaceId, name, origin, targetHash: hashTarget(target) };
    if ((await noteTarget(database.kysely, seen, SYSTEM)) === "moved") await withdraw(spec);
  }

  async function withdraw(place: { workspaceId: string; name: string }): Promise<void> {
    const { workspaceId, name } = place;
    const own = sourceOf(place);
    for (const source of [own, requestSourceOf(own)]) {
      const seen = {
        workspaceId,
        name,
        source,
        prefix: name,
        trust: "untrusted",
        transport: "http",
        authenticated: false,
      } as const;
      await syncTools(seen, []);
      // The tools may reappear at once at another server, for which the pending and approved actions were not meant.
      await withdrawWaiting(database, workspaceId, await namesOfSource(database.kysely, workspaceId, source));
    }
  }

  return {
    upstreams: set,
    admin: createUpstreamAdmin({ database, set, keys, isInFile, apply: follower.apply, log }),
    async reconfigure(now) {
      configured = now;
      await follower.applyToAll();
    },
    provider: createProvider(set, log, options.noteClientNeed),
    serve: follower.serve,
    leave: follower.leave,
    async stop() {
      await follower.stop();
      await set.stop();
    },
  };
}
