import { isIP, type Socket } from "node:net";
import { Agent, buildConnector } from "undici";
import type { CheckedSockets } from "../connectors/connector.ts";
import { ServiceFault } from "../connectors/service-fault.ts";
import { checkAddress, checkedLookup } from "../upstreams/check-address.ts";
import { refuseAddress } from "./checked-fetch.ts";

const CONNECT_MS = 10_000;

/**
 * Sockets of one long-lived connection. Undici looks up no literal address and keeps an upgraded socket to itself, so
 * addresses are checked here, and sockets remembered.
 */
export function openSockets(allowPrivate: boolean): CheckedSockets {
  const open = new Set<Socket>();
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: checkedLookup(allowPrivate), allowH2: false });
  const agent = new Agent({
    connect(options, callback) {
      try {
        checkTarget(options, allowPrivate);
      } catch (error) {
        return callback(error as Error, null);
      }
      return connect(options, (error, socket) => {
        if (error) return callback(error, null);
        open.add(socket);
        socket.once("close", () => open.delete(socket));
        return callback(null, socket);
      });
    },
  });
  return {
    dispatcher: agent,
    destroyOpen() {
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await agent.destroy();
    },
  };
}

const THIS_MACHINE: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

function checkTarget({ hostname, protocol }: { hostname: string; protocol: string }, allowPrivate: boolean): void {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (protocol !== "https:" && !THIS_MACHINE.has(host))
    throw new ServiceFault("network", "The address is not encrypted.", { mayHaveHappened: false });
  if (isIP(host)) refuseAddress(() => checkAddress(host, host, allowPrivate));
}
