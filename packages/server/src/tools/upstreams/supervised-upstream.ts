import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { Upstream, UpstreamExchange, UpstreamPeer, UpstreamStatus } from "../../ports/upstreams.ts";
import type { Log } from "../../ports/log.ts";
import { offline, openConnection, type RpcPeer } from "./rpc-peer.ts";
import { createFaultLog } from "./fault-log.ts";
import { greet, type Greeting } from "./handshake.ts";
import { listTools } from "./list-tools.ts";
import { listenForChanges } from "./listen-for-changes.ts";
import type { Mask } from "../../core/mask-secrets.ts";
import { scanTools, type HeaderParam } from "./param-headers.ts";
import { createPauses, pause } from "./pauses.ts";
import { createPeerConnections } from "./peer-connections.ts";
import { printTools, type ToolPrints } from "./tool-prints.ts";
import { sourceOf, type UpstreamSpec } from "./upstream-spec.ts";
import { WireFault, type OpenWire } from "./wire.ts";

export interface Withheld {
  name: string;
  reasons: string[];
}

export interface SupervisedUpstream extends Upstream {
  readonly spec: UpstreamSpec;
  readonly greeting: Greeting | undefined;
  readonly since: Date;
  readonly restarts: number;
  readonly toolCount: number;
  readonly withheld: readonly Withheld[];
  /** Number of sessions that serve one peer each. */
  readonly peerCount: number;
  /** The agent's peer that used its own session last; undefined if there is none. */
  latestPeerOf(agentId: string): UpstreamPeer | undefined;
  /** Reconnects at once, unless disabled or stopped. */
  restart(): void;
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  spec: UpstreamSpec;
  open: OpenWire;
  mask: Mask;
  log: Log;
  /** Receives the whole list on connect and after each change. The upstream stays offline if this throws on connect. */
  onTools(upstream: SupervisedUpstream, tools: JsonObject[]): Promise<{ stored: string[]; withheld: Withheld[] }>;
  /** `method` is `status` when the upstream's status or problem changed. */
  onNotice(upstream: SupervisedUpstream, method: string, params: JsonObject, peer?: string): void;
}

const GREET_MS = 60_000;
const HEALTH_MS = 30_000;
const HEALTH_ANSWER_MS = 20_000;
/** A session of this length resets the backoff. */
const STEADY_MS = 30_000;
const SETTLE_MS = 100;
const LISTS_CHANGED = "notifications/tools/list_changed";

const NEEDS_TASK = "It can be called as a task of 2025-11-25 only, which no client can here.";
/** Whether no client can call the tool. It is withheld, so that no person is asked about a call of it. */
const needsTask = ({ execution }: JsonObject): boolean => isJsonObject(execution) && execution["taskSupport"] === "required";

/**
 * Keeps one upstream connected: reconnects with backoff, checks its health and rereads changed tools. This supervised session is
 * the catalogue's and belongs to no agent. Agents get their own sessions, unless sessions are shared or the server is stateless.
 */
export function superviseUpstream({ spec, open, mask, log, onTools, onNotice }: SuperviseOptions): SupervisedUpstream {
  const stopping = new AbortController();
  const pauses = createPauses();
  const tellFault = createFaultLog(log, spec.name);
  let status: UpstreamStatus = spec.enabled ? "starting" : "disabled";
  let problem: string | null = null;
  let since = new Date();
  let connects = 0;
  let connection: RpcPeer | undefined;
  let greeting: Greeting | undefined;
  let params: ReadonlyMap<string, readonly HeaderParam[]> = new Map();
  let prints: ToolPrints = new Map();
  const peers = createPeerConnections({
    name: spec.name,
    era: spec.era,
    open,
    max: spec.maxConnections,
    vetted: () => prints,
    onFault: tellFault,
    onNotice(peer, method, notice) {
      if (method === LISTS_CHANGED) refresh();
      else onNotice(upstream, method, notice, peer.key);
    },
  });
  let toolCount = 0;
  let withheld: Withheld[] = [];
  /** Aborts what the supervisor waits for: the end of a session, or a pause. */
  let skip = new AbortController();
  let refreshing: Promise<void> | undefined;
  let isStale = false;

  const become = (next: UpstreamStatus, why: string | null): void => {
    const hasChanged = status !== next || problem !== why;
    if (status !== next) since = new Date();
    status = next;
    problem = why;
    if (!hasChanged) return;
    log(next === "offline" ? "warn" : "info", `upstream ${next}`, {
      upstream: spec.name,
      ...(why !== null && { problem: why }),
    });
    onNotice(upstream, "status", {});
  };

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      skip = new AbortController();
      const startedAt = performance.now();
      const why = await live(skip.signal).catch((error: unknown) => describe(error));
      if (performance.now() - startedAt > STEADY_MS) pauses.reset();
      if (stopping.signal.aborted) return;
      // A requested restart or a lost session is no fault and needs no pause.
      if (why === undefined) continue;
      become("offline", mask(why));
      await pause(pauses.next(), skip.signal);
    }
  }

  /** Runs one session from start to end. Returns the problem that ended it; undefined if it was ended on purpose. */
  async function live(skipped: AbortSignal): Promise<string | undefined> {
    let endedBy: string | undefined;
    let settle: (why: string) => void = () => {};
    const over = new Promise<string>((resolve) => (settle = resolve));
    const isOver = (why: string): void => {
      endedBy ??= why;
      settle(why);
    };
    const meant = new Promise<undefined>((resolve) => {
      skipped.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const ends = Promise.race([over, meant]);
    const opened = await openConnection(spec.name, open, {
      onEnd: (why) => isOver(why),
      onFault: tellFault,
      onNotice(method, notice) {
        if (method === LISTS_CHANGED) refresh();
        else onNotice(upstream, method, notice);
      },
    });
    const life = new AbortController();
    try {
      connects += 1;
      const greeted = greet(
        opened,
        spec.era,
        (tool) => params.get(tool) ?? [],
        AbortSignal.any([skipped, AbortSignal.timeout(GREET_MS)]),
      );
      const first = await Promise.race([greeted, ends.then((why) => why ?? "")]);
      if (typeof first === "string") {
        greeted.catch(() => {});
        return skipped.aborted ? undefined : first;
      }
      greeting = first;
      connection = opened;
      await readTools(opened, skipped);
      if (skipped.aborted) return undefined;
      become("online", null);
      listenForChanges(opened, first.capabilities, life.signal);
      watchHealth(opened, life.signal, isOver);
      return await ends;
    } catch (error) {
      if (skipped.aborted) return undefined;
      // The reason for the session's end says more than the error of the request in flight.
      if (endedBy !== undefined) return endedBy;
      throw error;
    } finally {
      life.abort();
      connection = undefined;
      await opened.close("was disconnected");
    }
  }

  async function readTools(from: RpcPeer, signal: AbortSignal): Promise<void> {
    if (greeting?.capabilities["tools"] === undefined) {
      ({
        stored: { length: toolCount },
        withheld,
      } = await onTools(upstream, []));
      return;
    }
    const listed = await listTools(from, AbortSignal.any([signal, AbortSignal.timeout(GREET_MS)]), tellFault);
    // The rules for header parameters apply to HTTP in the modern era; there, a tool that breaks them must not be used.
    const isBound = from.era?.isModern === true && from.wire.hasOwnStreams;
    const callable = listed.filter((tool) => !needsTask(tool));
    const scanned = isBound ? scanTools(callable) : { usable: callable, params: new Map(), faults: [] };
    params = scanned.params;
    prints = printTools(listed);
    const synced = await onTools(upstream, scanned.usable);
    toolCount = synced.stored.length;
    withheld = [
      ...synced.withheld,
      ...scanned.faults.map(({ name, fault }) => ({ name, reasons: [fault] })),
      ...listed.filter(needsTask).map(({ name }) => ({ name: typeof name === "string" ? name : "", reasons: [NEEDS_TASK] })),
    ];
  }

  /** Rereads the tools, one read at a time, and once more if they changed meanwhile. Bounds the cost of many notifications. */
  function refresh(): void {
    isStale = true;
    refreshing ??= (async () => {
      while (isStale && !stopping.signal.aborted) {
        await pause(SETTLE_MS, stopping.signal);
        isStale = false;
        const from = connection;
        if (!from || status !== "online") return;
        await readTools(from, stopping.signal).catch((error: unknown) => tellFault(`its changed tools: ${describe(error)}`));
        onNotice(upstream, LISTS_CHANGED, {});
      }
    })().finally(() => (refreshing = undefined));
  }

  /** Checks only while no request is in flight: a healthy program that handles one call at a time would not answer. */
  function watchHealth(of: RpcPeer, signal: AbortSignal, isOver: (why: string) => void): void {
    const method = of.era?.isModern ? "server/discover" : "ping";
    void (async () => {
      for (;;) {
        await pause(HEALTH_MS, signal);
        if (signal.aborted) return;
        if (of.running > 0) continue;
        const late = AbortSignal.timeout(HEALTH_ANSWER_MS);
        await of.request(method, {}, { signal: AbortSignal.any([signal, late]) }).catch((error: unknown) => {
          const isAnswer = error instanceof RpcError && error.name === "RpcError" && !late.aborted;
          if (!signal.aborted && !isAnswer) isOver(late.aborted ? "does not answer" : describe(error));
        });
      }
    })();
  }

  const describe = (error: unknown): string => {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && error.name === "TimeoutError") return "does not answer";
    return mask(words)
      .replace(new RegExp(`^(The request to )?${spec.name} `), "")
      .slice(0, 1000);
  };

  const upstream: SupervisedUpstream = {
    spec,
    workspaceId: spec.workspaceId,
    name: spec.name,
    source: sourceOf(spec),
    prefix: spec.prefix,
    mayAsk: spec.trust === "trusted" || spec.allowQuestions,
    get status() {
      return status;
    },
    get problem() {
      return problem;
    },
    get capabilities() {
      return greeting?.capabilities ?? {};
    },
    get instructions() {
      return greeting?.instructions ?? null;
    },
    get greeting() {
      return greeting;
    },
    get since() {
      return since;
    },
    get restarts() {
      return Math.max(0, connects - 1);
    },
    get toolCount() {
      return toolCount;
    },
    get withheld() {
      return withheld;
    },
    get peerCount() {
      return peers.size;
    },
    latestPeerOf: peers.latestOf,
    async request(method, sent, exchange) {
      const { peer } = exchange;
      if (status !== "online" || !connection) throw offline(spec.name, status === "disabled" ? "is disabled" : problem);
      const isApart = peer !== undefined && spec.sharing === "per-agent" && !connection.wire.isStateless;
      return isApart ? peers.request(peer, method, sent, exchange) : requestOnce(method, sent, exchange, true);
    },
    hasOwnConnection: ({ key }) => peers.has(key),
    notify(method, sent, peer) {
      if (status === "online") peers.notify(peer, method, sent);
    },
    endPeer: peers.end,
    restart() {
      if (!spec.enabled || stopping.signal.aborted) return;
      void peers.closeAll();
      pauses.reset();
      become("starting", null);
      skip.abort();
    },
    async stop() {
      // Before any wait: no action may be claimed for a session that is about to end.
      if (status !== "disabled") status = "offline";
      problem = null;
      stopping.abort();
      skip.abort();
      await peers.closeAll();
      await supervising;
      await refreshing;
    },
  };

  async function requestOnce(
    method: string,
    sent: JsonObject,
    exchange: UpstreamExchange,
    mayRepeat: boolean,
  ): Promise<RpcResult> {
    const current = connection;
    if (status !== "online" || !current) throw offline(spec.name, status === "disabled" ? "is disabled" : problem);
    try {
      return await current.request(method, sent, exchange);
    } catch (error) {
      if (!(error instanceof WireFault) || !error.isSessionOver) throw error;
      // The server lost the session and did not act: repeat the handshake, then send the same message once more.
      if (connection === current) skip.abort();
      if (!mayRepeat || !(await isBack(current, exchange.signal))) throw offline(spec.name, "ended the session");
      return requestOnce(method, sent, exchange, false);
    }
  }

  /** Waits up to `GREET_MS` for the session after this one; false if there is none. */
  async function isBack(former: RpcPeer, signal: AbortSignal): Promise<boolean> {
    const end = performance.now() + GREET_MS;
    while (performance.now() < end && !signal.aborted && !stopping.signal.aborted) {
      if (status !== "online") return false;
      if (connection && connection !== former && greeting) return true;
      await pause(20, signal);
    }
    return false;
  }

  const supervising = spec.enabled ? supervise() : Promise.resolve();
  return upstream;
}
