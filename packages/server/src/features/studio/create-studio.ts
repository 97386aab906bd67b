import type { StudioAdmin } from "./studio-admin.ts";
import type { ServerTool } from "../../ports/tool.ts";
import { studioSource } from "../../core/tool-source.ts";
import type { Log } from "../../ports/log.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Database } from "../../store/database.ts";
import { findPublished, listPublished, publishedVersions } from "../../store/statements/studio.ts";
import { followChanges } from "../../tools/follow-changes.ts";
import { createCheckedNetwork } from "../../tools/connections/checked-fetch.ts";
import { authoredTool } from "./authored-tool.ts";
import { createStudioAdmin } from "./create-admin.ts";
import { createSandboxRunner } from "./sandbox-runner.ts";
import { draftOf } from "./to-wire.ts";

export interface RunningStudio {
  admin: StudioAdmin;
  /** Registers a workspace's published tools and follows what administrators publish, in this or another process. */
  serve(workspaceId: string): Promise<void>;
  /** This process runs no published tool of the workspace any more. */
  leave(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface StudioOptions {
  database: Database;
  /** Registers the tools of a source for this process to run. */
  registry: { connect(source: string, tools: readonly ServerTool[]): void };
  engine: Pick<Engine, "studioTools" | "checks" | "events">;
  log: Log;
}

export function createStudio({ database, registry, engine, log }: StudioOptions): RunningStudio {
  const network = createCheckedNetwork();
  const run = createSandboxRunner(network);
  /** Versions registered in this process, by source. */
  const known = new Map<string, number>();
  const { onChange } = engine.events;
  const follower = followChanges({
    what: "the studio's tools",
    apply: applyNow,
    release: async (workspaceId) => keepOnly(workspaceId, new Set()),
    versionsOf: (workspaceIds) => publishedVersions(database.kysely, workspaceIds),
    onChange,
    log,
  });

  async function applyNow(workspaceId: string): Promise<void> {
    const listed = new Set<string>();
    for (const { name, publishedVersion } of await listPublished(database.kysely, workspaceId)) {
      const source = studioSource({ workspaceId, name });
      listed.add(source);
      if (publishedVersion === null || known.get(source) === publishedVersion) continue;
      const version = await findPublished(database.kysely, workspaceId, name);
      if (!version) continue;
      registry.connect(source, [authoredTool(database, run, workspaceId, name, draftOf(version))]);
      known.set(source, version.version);
    }
    keepOnly(workspaceId, listed);
  }

  function keepOnly(workspaceId: string, listed: ReadonlySet<string>): void {
    const prefix = studioSource({ workspaceId, name: "" });
    for (const source of known.keys()) {
      if (!source.startsWith(prefix) || listed.has(source)) continue;
      registry.connect(source, []);
      known.delete(source);
    }
  }

  return {
    admin: createStudioAdmin({ database, engine, run, apply: follower.apply }),
    serve: follower.serve,
    leave: follower.leave,
    async stop() {
      await follower.stop();
      await network.close();
    },
  };
}
