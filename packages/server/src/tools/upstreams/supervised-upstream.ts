import { isJsonObject, type JsonObject, type UpstreamSandbox } from "@countersign/protocol";
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
import { createPauses, pause, type Pauses } from "./pauses.ts";
import { createPeerConnections, type PeerConnections } from "./peer-connections.ts";
import { printTools, type ToolPrints } from "./tool-prints.ts";
import { sourceOf, type UpstreamSpec } from "./upstream-spec.ts";
import { WireFault, type OpenWire } from "./wire.ts";

export interface Withheld {
  name: string;
  reasons: string[];
}

export interface SupervisedUpstream extends Upstream {
  readonly spec: UpstreamSpec;
  /** How its program is kept apart; null for a server over HTTP. */
  readonly sandbox: UpstreamSandbox | null;
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
  sandbox: UpstreamSandbox | null;
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

const NEEDS_TASK = "This tool can only be called as a task of 2025-11-25, which is not supported here.";
/** Whether no client can call the tool. It is withheld, so that no person is asked about a call of it. */
const needsTask = ({ execution }: JsonObject): boolean => isJsonObject(execution) && execution["taskSupport"] === "required";

/** What one supervisor knows about its upstream. */
interface Supervision {
  readonly options: SuperviseOptions;
  readonly stopping: AbortController;
  readonly pauses: Pauses;
  readonly tellFault: (fault: string) => void;
  /** The sessions that serve one agent's peer each. */
  readonly peers: PeerConnections;
  status: UpstreamStatus;
  problem: string | null;
  since: Date;
  connects: number;
  /** The supervised session; undefined while there is none. */
  connection: RpcPeer | undefined;
  greeting: Greeting | undefined;
  /** Arguments that are also sent as headers, by tool. */
  params: ReadonlyMap<string, readonly HeaderParam[]>;
  prints: ToolPrints;
  toolCount: number;
  withheld: readonly Withheld[];
  /** Aborts what the supervisor waits for: the end of a session, or a pause. */
  skip: AbortController;
  supervising: Promise<void>;
  refreshing: Promise<void> | undefined;
  isStale: boolean;
  takeTools(tools: JsonObject[]): ReturnType<SuperviseOptions["onTools"]>;
  tell(method: string, params: JsonObject, peer?: string): void;
}

/**
 * Keeps one upstream connected: reconnects with backoff, checks its health and rereads changed tools. This supervised session is
 * the catalogue's and belongs to no agent. Agents get their own sessions, unless sessions are shared or the server is stateless.
 */
export function superviseUpstream(options: SuperviseOptions): SupervisedUpstream {
  const { spec, open, log, onTools, onNotice } = options;
  const tellFault = createFaultLog(log, spec.name);
  const state: Supervision = {
    options,
    stopping: new AbortController(),
    pauses: createPauses(),
    tellFault,
    peers: createPeerConnections({
      name: spec.name,
      era: spec.era,
      open,
      max: spec.maxConnections,
      vetted: () => state.prints,
      onFault: tellFault,
      onNotice: (peer, method, params) => takeNotice(state, method, params, peer.key),
    }),
    status: spec.enabled ? "starting" : "disabled",
    problem: null,
    since: new Date(),
    connects: 0,
    connection: undefined,
    greeting: undefined,
    params: new Map(),
    prints: new Map(),
    toolCount: 0,
    withheld: [],
    skip: new AbortController(),
    supervising: Promise.resolve(),
    refreshing: undefined,
    isStale: false,
    takeTools: (tools) => onTools(upstream, tools),
    tell: (method, params, peer) => onNotice(upstream, method, params, peer),
  };
  const upstream = createUpstream(state);
  if (spec.enabled) state.supervising = supervise(state);
  return upstream;
}

function createUpstream(state: Supervision): SupervisedUpstream {
  const { options, peers } = state;
  const { spec } = options;
  return {
    spec,
    sandbox: options.sandbox,
    workspaceId: spec.workspaceId,
    name: spec.name,
    source: sourceOf(spec),
    prefix: spec.prefix,
    mayAsk: spec.trust === "trusted" || spec.allowQuestions,
    get status() {
      return state.status;
    },
    get problem() {
      return state.problem;
    },
    get capabilities() {
      return state.greeting?.capabilities ?? {};
    },
    get instructions() {
      return state.greeting?.instructions ?? null;
    },
    get greeting() {
      return state.greeting;
    },
    get since() {
      return state.since;
    },
    get restarts() {
      return Math.max(0, state.connects - 1);
    },
    get toolCount() {
      return state.toolCount;
    },
    get withheld() {
      return state.withheld;
    },
    get peerCount() {
      return peers.size;
    },
    latestPeerOf: peers.latestOf,
    request: (method, sent, exchange) => request(state, method, sent, exchange),
    hasOwnConnection: ({ key }) => peers.has(key),
    notify(method, sent, peer) {
      if (state.status === "online") peers.notify(peer, method, sent);
    },
    endPeer: peers.end,
    restart: () => restart(state),
    stop: () => stop(state),
  };
}

function restart(state: Supervision): void {
  if (!state.options.spec.enabled || state.stopping.signal.aborted) return;
  void state.peers.closeAll();
  state.pauses.reset();
  become(state, "starting", null);
  state.skip.abort();
}

async function stop(state: Supervision): Promise<void> {
  // Before any wait: no action may be claimed for a session that is about to end.
  if (state.status !== "disabled") state.status = "offline";
  state.problem = null;
  state.stopping.abort();
  state.skip.abort();
  await state.peers.closeAll();
  await state.supervising;
  await state.refreshing;
}

function become(state: Supervision, status: UpstreamStatus, problem: string | null): void {
  const { spec, log } = state.options;
  const hasChanged = state.status !== status || state.problem !== problem;
  if (state.status !== status) state.since = new Date();
  state.status = status;
  state.problem = problem;
  if (!hasChanged) return;
  log(status === "offline" ? "warn" : "info", `upstream ${status}`, {
    upstream: spec.name,
    ...(problem !== null && { problem }),
  });
  state.tell("status", {});
}

function takeNotice(state: Supervision, method: string, params: JsonObject, peer?: string): void {
  if (method === LISTS_CHANGED) refresh(state);
  else state.tell(method, params, peer);
}

async function supervise(state: Supervision): Promise<void> {
  const { options, stopping, pauses } = state;
  while (!stopping.signal.aborted) {
    state.skip = new AbortController();
    const startedAt = performance.now();
    const why = await live(state, state.skip.signal).catch((error: unknown) => describe(state, error));
    if (performance.now() - startedAt > STEADY_MS) pauses.reset();
    if (stopping.signal.aborted) return;
    // A requested restart or a lost session is no fault and needs no pause.
    if (why === undefined) continue;
    become(state, "offline", options.mask(why));
    await pause(pauses.next(), state.skip.signal);
  }
}

/** Runs one session from start to end. Returns the problem that ended it; undefined if it was ended on purpose. */
async function live(state: Supervision, skipped: AbortSignal): Promise<string | undefined> {
  const { spec, open } = state.options;
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
    onFault: state.tellFault,
    onNotice: (method, params) => takeNotice(state, method, params),
  });
  const life = new AbortController();
  try {
    state.connects += 1;
    const signal = AbortSignal.any([skipped, AbortSignal.timeout(GREET_MS)]);
    const greeted = greet(opened, spec.era, (tool) => state.params.get(tool) ?? [], signal);
    const first = await Promise.race([greeted, ends.then((why) => why ?? "")]);
    if (typeof first === "string") {
      greeted.catch(() => {});
      return skipped.aborted ? undefined : first;
    }
    state.greeting = first;
    state.connection = opened;
    await readTools(state, opened, skipped);
    if (skipped.aborted) return undefined;
    become(state, "online", null);
    listenForChanges(opened, first.capabilities, life.signal);
    void watchHealth(state, opened, life.signal, isOver);
    return await ends;
  } catch (error) {
    if (skipped.aborted) return undefined;
    // The reason for the session's end says more than the error of the request in flight.
    if (endedBy !== undefined) return endedBy;
    throw error;
  } finally {
    life.abort();
    state.connection = undefined;
    await opened.close("was disconnected");
  }
}

async function readTools(state: Supervision, from: RpcPeer, signal: AbortSignal): Promise<void> {
  if (state.greeting?.capabilities["tools"] === undefined) {
    const { stored, withheld } = await state.takeTools([]);
    state.toolCount = stored.length;
    state.withheld = withheld;
    return;
  }
  const listed = await listTools(from, AbortSignal.any([signal, AbortSignal.timeout(GREET_MS)]), state.tellFault);
  // The rules for header parameters apply to HTTP in the modern era; there, a tool that breaks them must not be used.
  const isBound = from.era?.isModern === true && from.wire.hasOwnStreams;
  const callable = listed.filter((tool) => !needsTask(tool));
  const scanned = isBound ? scanTools(callable) : { usable: callable, params: new Map(), faults: [] };
  state.params = scanned.params;
  state.prints = printTools(listed);
  const { stored, withheld } = await state.takeTools(scanned.usable);
  state.toolCount = stored.length;
  state.withheld = [
    ...withheld,
    ...scanned.faults.map(({ name, fault }) => ({ name, reasons: [fault] })),
    ...listed.filter(needsTask).map(({ name }) => ({ name: typeof name === "string" ? name : "", reasons: [NEEDS_TASK] })),
  ];
}

/** Rereads the tools, one read at a time, and once more if they changed meanwhile. Bounds the cost of many notifications. */
function refresh(state: Supervision): void {
  state.isStale = true;
  state.refreshing ??= rereadTools(state).finally(() => (state.refreshing = undefined));
}

async function rereadTools(state: Supervision): Promise<void> {
  const { signal } = state.stopping;
  while (state.isStale && !signal.aborted) {
    await pause(SETTLE_MS, signal);
    state.isStale = false;
    const from = state.connection;
    if (!from || state.status !== "online") return;
    await readTools(state, from, signal).catch((error: unknown) =>
      state.tellFault(`its changed tools: ${describe(state, error)}`),
    );
    state.tell(LISTS_CHANGED, {});
  }
}

/** Checks only while no request is in flight: a healthy program that handles one call at a time would not answer. */
async function watchHealth(state: Supervision, of: RpcPeer, signal: AbortSignal, isOver: (why: string) => void): Promise<void> {
  const method = of.era?.isModern ? "server/discover" : "ping";
  for (;;) {
    await pause(HEALTH_MS, signal);
    if (signal.aborted) return;
    if (of.running > 0) continue;
    const late = AbortSignal.timeout(HEALTH_ANSWER_MS);
    await of.request(method, {}, { signal: AbortSignal.any([signal, late]) }).catch((error: unknown) => {
      const isAnswer = error instanceof RpcError && error.name === "RpcError" && !late.aborted;
      if (!signal.aborted && !isAnswer) isOver(late.aborted ? "does not answer" : describe(state, error));
    });
  }
}

/** Sends over the peer's own session, or over the supervised one where sessions are shared or the server is stateless. */
async function request(state: Supervision, method: string, sent: JsonObject, exchange: UpstreamExchange): Promise<RpcResult> {
  const { peer } = exchange;
  const { spec } = state.options;
  const { wire } = assertOnline(state);
  const isApart = peer !== undefined && spec.sharing === "per-agent" && !wire.isStateless;
  return isApart ? state.peers.request(peer, method, sent, exchange) : requestShared(state, method, sent, exchange, true);
}

async function requestShared(
  state: Supervision,
  method: string,
  sent: JsonObject,
  exchange: UpstreamExchange,
  mayRepeat: boolean,
): Promise<RpcResult> {
  const current = assertOnline(state);
  try {
    return await current.request(method, sent, exchange);
  } catch (error) {
    if (!(error instanceof WireFault) || !error.isSessionOver) throw error;
    // The server lost the session and did not act: repeat the handshake, then send the same message once more.
    if (state.connection === current) state.skip.abort();
    const isRepeated = mayRepeat && (await isBack(state, current, exchange.signal));
    if (!isRepeated) throw offline(state.options.spec.name, "ended the session");
    return requestShared(state, method, sent, exchange, false);
  }
}

/** Returns the supervised session; throws if the upstream is not online. */
function assertOnline({ status, problem, connection, options }: Supervision): RpcPeer {
  if (status === "online" && connection) return connection;
  throw offline(options.spec.name, status === "disabled" ? "is disabled" : problem);
}

/** Waits up to `GREET_MS` for the session after this one; false if there is none. */
async function isBack(state: Supervision, former: RpcPeer, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + GREET_MS;
  while (performance.now() < end && !signal.aborted && !state.stopping.signal.aborted) {
    if (state.status !== "online") return false;
    if (state.connection && state.connection !== former && state.greeting) return true;
    await pause(20, signal);
  }
  return false;
}

function describe({ options }: Supervision, error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === "TimeoutError") return "does not answer";
  return options
    .mask(words)
    .replace(new RegExp(`^(The request to )?${options.spec.name} `), "")
    .slice(0, 1000);
}
