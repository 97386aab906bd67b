import type { JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { UpstreamExchange, UpstreamPeer } from "../../ports/upstreams.ts";
import { offline } from "./rpc-peer.ts";
import { openPeerConnection, type PeerConnection, type PeerConnectionOptions } from "./peer-connection.ts";
import { WireFault } from "./wire.ts";

export interface PeerConnections {
  /** Sends over the peer's own session, opening it if there is none. */
  request(peer: UpstreamPeer, method: string, params: JsonObject, exchange: UpstreamExchange): Promise<RpcResult>;
  notify(peer: UpstreamPeer, method: string, params: JsonObject): void;
  has(key: string): boolean;
  /** The agent's peer that used its session last; undefined if the agent has none. */
  latestOf(agentId: string): UpstreamPeer | undefined;
  end(key: string): void;
  closeAll(): Promise<void>;
  readonly size: number;
}

export interface PeerConnectionsOptions extends PeerConnectionOptions {
  max: number;
  idleMs?: number;
  now?: () => number;
}

/** A session without subscriptions is closed when idle for this long; the server's state of it is lost. */
const IDLE_MS = 10 * 60_000;
/** Without free capacity, a session idle for this long may be closed for another agent's. */
const SPARE_MS = 60_000;

interface Entry {
  peer: UpstreamPeer;
  opening: Promise<PeerConnection>;
  connection: PeerConnection | undefined;
  using: number;
  usedAt: number;
  timer: NodeJS.Timeout | undefined;
}

interface Pool {
  readonly options: PeerConnectionsOptions;
  readonly mostOfAgent: number;
  readonly now: () => number;
  /** By the peer's key. */
  readonly entries: Map<string, Entry>;
  readonly closing: Set<Promise<void>>;
}

/** The sessions of single peers at one upstream: at most `max`, and at most half of them (rounded up) per agent. */
export function createPeerConnections(options: PeerConnectionsOptions): PeerConnections {
  const { max, now = () => performance.now() } = options;
  const entries = new Map<string, Entry>();
  const pool: Pool = { options, mostOfAgent: Math.max(1, Math.ceil(max / 2)), now, entries, closing: new Set() };

  return {
    request: (peer, method, params, exchange) => request(pool, peer, method, params, exchange, true),
    notify: ({ key }, method, params) => entries.get(key)?.connection?.notify(method, params),
    has: (key) => entries.get(key)?.connection !== undefined,
    latestOf: (agentId) =>
      [...entries.values()].filter(({ peer }) => peer.agentId === agentId).toSorted((a, b) => b.usedAt - a.usedAt)[0]?.peer,
    end(key) {
      const entry = entries.get(key);
      if (entry) drop(pool, key, entry);
    },
    async closeAll() {
      for (const [key, entry] of entries) drop(pool, key, entry);
      await Promise.all(pool.closing);
    },
    get size() {
      return entries.size;
    },
  };
}

async function request(
  pool: Pool,
  peer: UpstreamPeer,
  method: string,
  params: JsonObject,
  exchange: UpstreamExchange,
  mayRepeat: boolean,
): Promise<RpcResult> {
  const { name } = pool.options;
  const entry = entryOf(pool, peer);
  entry.using += 1;
  try {
    const connection = await entry.opening.catch((error: unknown) => {
      throw offline(name, wordsOf(error, name));
    });
    return await connection.request(method, params, exchange);
  } catch (error) {
    if (!(error instanceof WireFault) || !error.isSessionOver) throw error;
    // The server lost the session and did not act: repeat the handshake, then send the same message once more.
    drop(pool, peer.key, entry);
    if (!mayRepeat) throw offline(name, "ended the session");
    return await request(pool, peer, method, params, exchange, false);
  } finally {
    entry.using -= 1;
    entry.usedAt = pool.now();
    if (pool.entries.get(peer.key) === entry) watchIdle(pool, peer.key, entry);
  }
}

function entryOf(pool: Pool, peer: UpstreamPeer): Entry {
  const { options, entries, now } = pool;
  const known = entries.get(peer.key);
  if (known) return known;
  if (peer.isOver === true)
    throw new RpcError(RPC_CODES.internalError, `The session has ended. ${options.name} received nothing.`);
  makeRoom(pool, peer);
  const entry: Entry = {
    peer,
    connection: undefined,
    opening: openPeerConnection(options, peer, () => drop(pool, peer.key, entry)),
    using: 0,
    usedAt: now(),
    timer: undefined,
  };
  entries.set(peer.key, entry);
  entry.opening.then(
    (connection) => (entry.connection = connection),
    () => drop(pool, peer.key, entry),
  );
  return entry;
}

/** Closes an idle session if there is no free capacity; throws an `RpcError` if none may be closed. */
function makeRoom(pool: Pool, { agentId }: UpstreamPeer): void {
  const { mostOfAgent, entries, now } = pool;
  const { name, max } = pool.options;
  const all = [...entries];
  const own = all.filter(([, { peer }]) => peer.agentId === agentId);
  if (own.length < mostOfAgent && all.length < max) return;
  const spare = all.filter(([, { usedAt, connection }]) => now() - usedAt >= SPARE_MS && !connection?.subscriptions.size);
  const found = longestIdle(own) ?? (own.length < mostOfAgent ? longestIdle(spare) : undefined);
  if (found) return drop(pool, ...found);
  const whose = own.length >= mostOfAgent ? `${own.length} connections of this agent` : `${all.length} connections`;
  throw new RpcError(
    RPC_CODES.internalError,
    `${name} is busy: ${whose} are in use, and maxConnections is ${max}. The call was not sent; try again later.`,
  );
}

function longestIdle(among: readonly [string, Entry][]): [string, Entry] | undefined {
  return among.filter(([, entry]) => isIdle(entry)).toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
}

const isIdle = ({ using, connection }: Entry): boolean => using === 0 && (connection?.running ?? 0) === 0;

function watchIdle(pool: Pool, key: string, entry: Entry): void {
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => {
    if (isIdle(entry) && !entry.connection?.subscriptions.size) drop(pool, key, entry);
    else watchIdle(pool, key, entry);
  }, pool.options.idleMs ?? IDLE_MS);
  entry.timer.unref();
}

function drop({ entries, closing }: Pool, key: string, entry: Entry): void {
  if (entries.get(key) !== entry) return;
  entries.delete(key);
  clearTimeout(entry.timer);
  const closed = entry.opening.then((connection) => connection.close("was disconnected")).catch(() => undefined);
  closing.add(closed);
  void closed.finally(() => closing.delete(closed));
}

const wordsOf = (error: unknown, name: string): string =>
  (error instanceof Error ? (error.name === "TimeoutError" ? "does not answer" : error.message) : String(error))
    .replace(new RegExp(`^(The request to )?${name} `), "")
    .slice(0, 1000);
