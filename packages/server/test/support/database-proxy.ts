import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** TCP proxy to a database server that a test can break in the ways real networks break. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** Ends every connection and refuses new ones until `resume`. */
  cut(): void;
  /** Drops all packets in both directions and closes nothing, as a firewall does. */
  fallSilent(): void;
  /** Forwards statements and drops the answers. */
  loseAnswers(): void;
  /** Number of chunks dropped. */
  readonly dropped: number;
  /** Forwards again. Dropped data stays lost, so connections that lost any never work again. */
  resume(): void;
  close(): Promise<void>;
}

type Mode = "forward" | "refuse" | "silent" | "lose answers";

export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let mode: Mode = "forward";
  let dropped = 0;

  const server = createServer((near) => {
    if (mode === "refuse") return near.destroy();
    const far = connect(Number(target.port || 5432), target.hostname);
    // A connection that lost data can never be used again.
    let isBroken = false;
    // A connection that fell silent also loses its end: the other side learns of nothing.
    let isLost = false;
    for (const [from, to, passes] of [
      [near, far, ["forward", "lose answers"]],
      [far, near, ["forward"]],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk: Buffer) => {
        isLost ||= mode === "silent";
        isBroken ||= !(passes as readonly Mode[]).includes(mode);
        if (!isBroken || (from === near && mode === "lose answers")) to.write(chunk);
        else dropped += 1;
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        // A silent line does not transmit the end of a connection either.
        if (mode !== "silent" && !isLost) to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as AddressInfo).port);
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: own.href,
    cut() {
      mode = "refuse";
      endAll();
    },
    fallSilent: () => void (mode = "silent"),
    loseAnswers: () => void (mode = "lose answers"),
    get dropped() {
      return dropped;
    },
    resume: () => void (mode = "forward"),
    async close() {
      mode = "refuse";
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
