import type { JsonObject } from "@countersign/protocol";
import { agentPeer, type ActionCaller, type Upstream, type UpstreamNotice, type Upstreams } from "../../ports/upstreams.ts";
import type { Log } from "../../ports/log.ts";
import { hashTarget, openUpstream, type SyncTools } from "./open-upstream.ts";
import type { CommandSandbox } from "./command-sandbox.ts";
import { createOrphanGuard } from "./orphan-guard.ts";
import type { SupervisedUpstream } from "./supervised-upstream.ts";
import { sourceOf, type UpstreamSpec } from "./upstream-spec.ts";

/** The upstreams this process keeps connected. */
export interface UpstreamSet extends Upstreams {
  ofWorkspace(workspaceId: string): readonly SupervisedUpstream[];
  ofSource(source: string): SupervisedUpstream | undefined;
  /** Sources of the upstreams that are online. */
  onlineSources(): string[];
  /** The peer in whose session an agent's action runs: the proposing one until it disconnects, then another one of the agent. */
  callerOf(actionId: string, agentId: string, upstream: SupervisedUpstream): ActionCaller;
  /** Stops the upstreams of the workspace that are not among these with the same target, and will be withdrawn. */
  retain(workspaceId: string, specs: readonly UpstreamSpec[]): Promise<void>;
  /** Starts new upstreams, stops removed ones and reconnects changed ones. Calls run one after another. */
  configure(workspaceId: string, specs: readonly UpstreamSpec[]): Promise<void>;
  stop(): Promise<void>;
}

export interface UpstreamSetOptions {
  log: Log;
  syncTools: SyncTools;
  sandbox: CommandSandbox;
}

/** Texts that differ if anything in the specification does, or in what it runs or reaches. */
interface Prints {
  whole: string;
  target: string;
}
interface Running extends Prints {
  upstream: SupervisedUpstream;
}
interface Wanted extends Prints {
  spec: UpstreamSpec;
}

const wantedOf = (specs: readonly UpstreamSpec[]): Map<string, Wanted> =>
  new Map(specs.map((spec) => [sourceOf(spec), { spec, whole: JSON.stringify(spec), target: hashTarget(spec.target) }]));

/** Maximum actions with a known peer. The oldest is forgotten; its action runs in another session of its agent. */
const MAX_BOUND = 10_000;

export function createUpstreamSet({ log, syncTools, sandbox }: UpstreamSetOptions): UpstreamSet {
  const guard = createOrphanGuard();
  const bySource = new Map<string, Running>();
  const listeners = new Set<(notice: UpstreamNotice) => void>();
  const bound = new Map<string, ActionCaller>();
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const tell = (upstream: Upstream, method: string, params: JsonObject, peer?: string): void => {
    for (const listener of listeners) {
      try {
        listener({ upstream, method, params, peer });
      } catch (error) {
        log("error", "a notice of an upstream was not taken", { upstream: upstream.name, error });
      }
    }
  };

  /** Stops those that differ from what is wanted; `print` says in what. */
  async function stopOthers(workspaceId: string, wanted: ReadonlyMap<string, Wanted>, print: keyof Prints): Promise<void> {
    if (isStopped) return;
    const over = [...bySource].filter(
      ([source, one]) => one.upstream.workspaceId === workspaceId && wanted.get(source)?.[print] !== one[print],
    );
    for (const [source] of over) bySource.delete(source);
    await Promise.all(over.map(([, { upstream }]) => upstream.stop()));
    for (const [source, { upstream }] of over) if (!wanted.has(source)) tell(upstream, "status", {});
  }

  async function configureNow(workspaceId: string, wanted: ReadonlyMap<string, Wanted>): Promise<void> {
    await stopOthers(workspaceId, wanted, "whole");
    if (isStopped) return;
    for (const [source, { spec, ...prints }] of wanted) {
      if (bySource.has(source)) continue;
      bySource.set(source, {
        ...prints,
        upstream: openUpstream({ spec, log, host: { guard, sandbox }, syncTools, onNotice: tell }),
      });
    }
  }

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work);
    turn = next.catch(() => {});
    return next;
  };

  return {
    ofWorkspace: (workspaceId) =>
      [...bySource.values()].flatMap(({ upstream }) => (upstream.workspaceId === workspaceId ? upstream : [])),
    ofSource: (source) => bySource.get(source)?.upstream,
    onlineSources: () => [...bySource].flatMap(([source, { upstream }]) => (upstream.status === "online" ? source : [])),
    onNotice(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    bind(actionId, caller) {
      bound.delete(actionId);
      bound.set(actionId, caller);
      const [oldest] = bound.size > MAX_BOUND ? bound.keys() : [];
      if (oldest !== undefined) bound.delete(oldest);
    },
    callerOf(actionId, agentId, upstream) {
      const caller = bound.get(actionId);
      if (caller && caller.peer.agentId === agentId && caller.peer.isOver !== true) return caller;
      return { peer: upstream.latestPeerOf(agentId) ?? agentPeer(agentId) };
    },
    retain: (workspaceId, specs) => inTurn(() => stopOthers(workspaceId, wantedOf(specs), "target")),
    configure: (workspaceId, specs) => inTurn(() => configureNow(workspaceId, wantedOf(specs))),
    async stop() {
      isStopped = true;
      await turn;
      await Promise.all([...bySource.values()].map(({ upstream }) => upstream.stop()));
      guard.close();
    },
  };
}
