import { createServer, connect, type Socket } from "node:net";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** TCP round-robin balancer. A connection goes to the next server that accepts it and ends when that server dies. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const open = new Set<Socket>();
  const forward = (client: Socket, tries: number): void => {
    if (tries === 0) return void client.destroy();
    turn += 1;
    const server = connect({ host: "127.0.0.1", port: ports[turn % ports.length]! });
    server.once("connect", () => {
      open.add(server).add(client);
      client.pipe(server).pipe(client);
      const end = (): void => {
        for (const socket of [client, server]) open.delete(socket.destroy());
      };
      for (const socket of [client, server]) socket.on("close", end).on("error", end);
    });
    server.once("error", () => {
      if (!open.has(server)) forward(client, tries - 1);
    });
  };
  const balancer = createServer((client) => {
    client.on("error", () => client.destroy());
    forward(client, ports.length);
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => void balancer.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        balancer.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
