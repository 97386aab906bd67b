import { isIP } from "node:net";
import { lookup as resolveName } from "node:dns/promises";
import { Agent, fetch as undiciFetch, type RequestInfo, type RequestInit } from "undici";
import { ServiceFault } from "../connectors/service-fault.ts";
import { checkAddress, checkedLookup, hostOf } from "../upstreams/check-address.ts";
import { KEEP_IDLE } from "../upstreams/keep-idle.ts";
import { WireFault } from "../upstreams/wire.ts";

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Network access for connections. Create one for the process, because it keeps sockets open. */
export interface CheckedNetwork {
  /** Ends each request, with its response body, after `mostMs` milliseconds (default 30,000). */
  fetch(allowPrivate: boolean, mostMs?: number): typeof globalThis.fetch;
  resolve(allowPrivate: boolean): (host: string) => Promise<string>;
  close(): Promise<void>;
}

/** Checks every address at the moment of connecting, so that a second DNS answer cannot bypass the check. */
export function createCheckedNetwork(): CheckedNetwork {
  const agentOf = (allowPrivate: boolean): Agent =>
    new Agent({ ...KEEP_IDLE, connect: { timeout: CONNECT_MS, lookup: checkedLookup(allowPrivate) } });
  const agents = { open: agentOf(true), closed: agentOf(false) };

  return {
    fetch(allowPrivate, mostMs = ANSWER_MS) {
      const dispatcher = allowPrivate ? agents.open : agents.closed;
      const checked = async (input: RequestInfo, init: RequestInit = {}) => {
        const url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
        const host = hostOf(url);
        if (isIP(host)) refuseAddress(() => checkAddress(host, host, allowPrivate));
        const over = AbortSignal.timeout(mostMs);
        const signal = init.signal ? AbortSignal.any([init.signal, over]) : over;
        try {
          return await undiciFetch(input, { ...init, dispatcher, signal, redirect: "manual" });
        } catch (error) {
          throw findWireFault(error) ?? error;
        }
      };
      return checked as unknown as typeof globalThis.fetch;
    },
    resolve: (allowPrivate) => async (host) => {
      const found = isIP(host) ? [{ address: host }] : await resolveName(host, { all: true });
      const [first] = found;
      if (!first) throw new ServiceFault("network", `${host} cannot be resolved`, { mayHaveHappened: false });
      for (const { address } of found) refuseAddress(() => checkAddress(address, host, allowPrivate));
      return first.address;
    },
    async close() {
      await Promise.all([agents.open.destroy(), agents.closed.destroy()]);
    },
  };
}

/** Throws the check's refusal as a fault of a request that was never sent. */
export function refuseAddress(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw findWireFault(error) ?? error;
  }
}

/** Finds the address check's refusal in the error's causes and returns it as a fault of a request that was never sent. */
function findWireFault(error: unknown): ServiceFault | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof WireFault) return new ServiceFault("network", `The address ${at.message}.`, { mayHaveHappened: false });
  }
  return undefined;
}
