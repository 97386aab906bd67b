import type { JsonObject } from "@countersign/protocol";
import type { Upstream, UpstreamNotice, Upstreams } from "../../core/upstream-port.ts";
import type { Log } from "../../engine/deps.ts";
import { openUpstream, type SyncTools } from "./open-upstream.ts";
import { createOrphanGuard } from "./orphan-guard.ts";
import type { SupervisedUpstream } from "./supervised-upstream.ts";
import { sourceOf, type UpstreamSpec } from "./upstream-spec.ts";

/** The upstreams this process keeps connected. */
export interface UpstreamSet extends Upstreams {
  ofWorkspace(workspaceId: string): readonly SupervisedUpstream[];
  ofSource(source: string): SupervisedUpstream | undefined;
  /** Those that answer now. */
  onlineSources(): string[];
  /** Starts what is new, stops what is gone, connects anew what changed. One at a time. */
  configure(workspaceId: string, specs: readonly UpstreamSpec[]): Promise<void>;
  stop(): Promise<void>;
}

export interface UpstreamSetOptions {
  log: Log;
  syncTools: SyncTools;
}

export function createUpstreamSet({ log, syncTools }: UpstreamSetOptions): UpstreamSet {
  const guard = createOrphanGuard();
  const bySource = new Map<string, { upstream: SupervisedUpstream; print: string }>();
  const listeners = new Set<(notice: UpstreamNotice) => void>();
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const tell = (upstream: Upstream, method: string, params: JsonObject): void => {
    for (const listener of listeners) {
      try {
        listener({ upstream, method, params });
      } catch (error) {
        log("error", "a notice of an upstream was not taken", { upstream: upstream.name, error });
      }
    }
  };

  async function configureNow(workspaceId: string, specs: readonly UpstreamSpec[]): Promise<void> {
    if (isStopped) return;
    const wanted = new Map(specs.map((spec) => [sourceOf(spec), { spec, print: JSON.stringify(spec) }]));
    const over = [...bySource].filter(
      ([source, { upstream, print }]) => upstream.workspaceId === workspaceId && wanted.get(source)?.print !== print,
    );
    for (const [source] of over) bySource.delete(source);
    await Promise.all(over.map(([, { upstream }]) => upstream.stop()));
    for (const [source, { spec, print }] of wanted) {
      if (bySource.has(source)) continue;
      bySource.set(source, { print, upstream: openUpstream({ spec, log, guard, syncTools, onNotice: tell }) });
    }
    for (const [source, { upstream }] of over) if (!wanted.has(source)) tell(upstream, "status", {});
  }

  return {
    ofWorkspace: (workspaceId) =>
      [...bySource.values()].flatMap(({ upstream }) => (upstream.workspaceId === workspaceId ? upstream : [])),
    ofSource: (source) => bySource.get(source)?.upstream,
    onlineSources: () => [...bySource].flatMap(([source, { upstream }]) => (upstream.status === "online" ? source : [])),
    onNotice(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    configure(workspaceId, specs) {
      const next = turn.then(() => configureNow(workspaceId, specs));
      turn = next.catch(() => {});
      return next;
    },
    async stop() {
      isStopped = true;
      await turn;
      await Promise.all([...bySource.values()].map(({ upstream }) => upstream.stop()));
      guard.close();
    },
  };
}
