import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { createDocumentReader } from "../../src/tools/connections/read-document.ts";

const reader = createDocumentReader();
let port: number;
let reached = 0;
const inside = createServer((_, response) => {
  reached += 1;
  response.end("{}");
});
beforeAll(async () => {
  port = await findFreePort();
  inside.listen(port, "127.0.0.1");
  await once(inside, "listening");
});
afterAll(async () => {
  await reader.close();
  inside.close();
});

test.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "[::1]", "10.0.0.1", "169.254.169.254", "0.0.0.0"])(
  "G60 no document inside the server's network is read: %s",
  async (host) => {
    await expect(reader.read(`http://${host}:${port}/client.json`)).rejects.toThrow(/address/);
    await expect(reader.read(`https://${host}:${port}/client.json`)).rejects.toThrow(/address/);
    expect(reached).toBe(0);
  },
);
