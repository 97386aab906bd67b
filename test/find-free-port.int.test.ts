import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findFreePort } from "../scripts/lib/find-free-port.mjs";

const MODULE = fileURLToPath(new URL("../scripts/lib/find-free-port.mjs", import.meta.url));
const TOLD = 100;

/** Tells of ports and listens on none, like a server that takes long to start. It lives until its input ends. */
const PROGRAM = `
  const { findFreePort } = await import(process.argv[1]);
  const ports = [];
  for (let n = 0; n < ${TOLD}; n += 1) ports.push(await findFreePort());
  console.log(JSON.stringify(ports));
  process.stdin.resume();`;

test("no port is given to two processes, or twice in one, before anybody listens on it", async () => {
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, MODULE]));
  await Promise.all(children.map(({ stdout }) => once(stdout, "readable")));
  const own: number[] = [];
  for (let n = 0; n < TOLD; n += 1) own.push(await findFreePort());
  const told = await Promise.all(
    children.map(async ({ stdin, stdout, stderr }) => {
      stdin.end();
      const [ports, errors] = await Promise.all([text(stdout), text(stderr)]);
      expect(errors).toBe("");
      return JSON.parse(ports) as number[];
    }),
  );
  const all = [...own, ...told.flat()];
  expect(all).toHaveLength(5 * TOLD);
  expect(new Set(all).size).toBe(5 * TOLD);
  expect(Math.max(...all)).toBeLessThan(32_768);
});

test("a port on which somebody listens is not returned", async () => {
  const first = await findFreePort();
  const server = createServer().listen(first + 1, "127.0.0.1");
  // If it cannot listen, somebody else does already.
  await once(server, "listening").catch(() => undefined);
  const next = await findFreePort();
  expect(next).not.toBe(first);
  expect(next).not.toBe(first + 1);
  await new Promise((resolve) => server.close(resolve));
});
