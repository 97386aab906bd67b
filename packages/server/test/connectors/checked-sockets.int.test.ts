import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WebSocket } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { openSockets } from "../../src/tools/connections/checked-sockets.ts";

let server: WebSocketServer;
let port: number;
/** How many sockets have opened so far. */
let opened = 0;
beforeAll(async () => {
  port = await findFreePort();
  server = new WebSocketServer({ host: "127.0.0.1", port });
  server.on("connection", () => (opened += 1));
  await once(server, "listening");
});
afterAll(async () => {
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** Whether a socket to the address opens. */
async function opens(url: string, allowPrivate: boolean): Promise<boolean> {
  const sockets = openSockets(allowPrivate);
  const socket = new WebSocket(url, { dispatcher: sockets.dispatcher });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("error", () => resolve(false));
  });
  await sockets.close();
  return isOpen;
}

test("G37 a socket reaches an address of this machine only with leave, by name or number", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    expect([host, await opens(`ws://${host}:${port}/`, true)]).toEqual([host, true]);
    expect([host, await opens(`ws://${host}:${port}/`, false)]).toEqual([host, false]);
  }
});

test("G37 a socket to another machine is encrypted, and to a private address only with leave", async () => {
  const before = opened;
  // This address leads to the server above, and is none of those that count as this machine.
  expect(await opens(`ws://[::ffff:127.0.0.1]:${port}/`, true)).toBe(false);
  expect(await opens("wss://10.255.255.1/", false)).toBe(false);
  // The server accepts connections in order: had one of the refused ones reached it, it would be counted before this one.
  expect(await opens(`ws://127.0.0.1:${port}/`, true)).toBe(true);
  expect(opened - before).toBe(1);
});

test("a process that closes its sockets ends at once, though the peer keeps its side open", async () => {
  const program = fileURLToPath(new URL("fakes/listen-and-close.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=@countersign/source", program], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
});
