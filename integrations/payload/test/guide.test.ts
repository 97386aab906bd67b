// Runs the blocks of docs/guides/payload.md unchanged, with a server, the site and HTTP.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type StartedServer } from "../../../packages/server/src/main.ts";
import { openAdministrator } from "../../../test/support/administrator-token.ts";
import { startPayload, type RunningPayload } from "../src/start-payload.ts";
import { ask, editByHand } from "./world.ts";

let page: string;
let folder: string;
let site: RunningPayload;
let server: StartedServer;
let userToken: string;
beforeAll(async () => {
  page = await readFile(new URL("../../../docs/guides/payload.md", import.meta.url), "utf8");
  folder = await mkdtemp(join(tmpdir(), "countersign-guide-"));
  site = await startPayload();
  server = await startServer({ dataFolder: folder, port: 20_000 + Math.floor(Math.random() * 12_000) });
  ({ token: userToken } = await openAdministrator(server.credentials.url, server.signInUrl));
});
afterAll(async () => {
  await server?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text);

async function send(key: string, method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(server.credentials.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function untilIs(id: string, ...statuses: string[]): Promise<any> {
  for (let look = 0; look < 500; look += 1) {
    const action = await send(userToken, "GET", `/api/pending-actions/${id}`);
    if (statuses.includes(action.status)) return action;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it is not ${statuses.join(" or ")}`);
}

const digestOf = async (id: string): Promise<string> => (await send(userToken, "GET", `/api/pending-actions/${id}`)).digest;

test("the guide's steps lead from the connection to the changed site", async () => {
  const person = userToken;
  const [connection = "", call = ""] = blocks("json");
  const makeKey = blocks("sh").find((block) => block.includes("/api/keys")) ?? "";

  const filled = connection.replaceAll("$SITE", site.url).replaceAll("$API_KEY", site.apiKey);
  const connected = await send(person, "POST", "/api/connections", filled);
  expect(connected).toMatchObject({ status: "ready", problem: null, withheld: [], credentialFields: ["apiKey"] });
  expect(JSON.stringify(connected)).not.toContain(site.apiKey);
  expect(await send(person, "POST", `/api/connections/${connected.id}/test`)).toMatchObject({
    ok: true,
    as: "editor@example.com",
  });

  const { key } = await send(person, "POST", "/api/keys", /-d '(.*)'/.exec(makeKey)?.[1]);
  const found = await send(key, "POST", "/api/pending-actions", {
    toolName: "payload_search_content",
    toolInput: { kind: "object", q: "spade" },
  });
  expect(JSON.stringify(found)).toContain("products__1");
  const proposed = await send(key, "POST", "/api/pending-actions", call);
  expect(proposed).toMatchObject({ status: "queued", proposalIds: [expect.any(String), expect.any(String)] });

  const [price, name] = proposed.proposalIds as [string, string];
  expect(await untilIs(price, "pending")).toMatchObject({ caption: "Prices of spring", target: "object:/tools/digging-spade" });
  await send(person, "POST", `/api/pending-actions/${price}/approve`, { digest: await digestOf(price) });
  expect(await untilIs(price, "executed", "failed", "outcome_unknown")).toMatchObject({ status: "executed", error: null });
  expect((await ask(site, "GET", "/products/1?depth=0")).body.price).toEqual({ amount: 52, currency: "EUR" });

  await editByHand(site, "products__8", { weight: 0.6 });
  const late = send(person, "POST", `/api/pending-actions/${name}/approve`, { digest: await digestOf(name) });
  await expect(late).rejects.toThrow(/^412 .*STALE/);
  expect((await ask(site, "GET", "/products/8?depth=0&locale=de")).body.name).toBe("Tontopf 12 cm");
});
