import type { JsonObject } from "@countersign/protocol";
import { Countersign, type Worker } from "@countersign/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/start-test-server.ts";
import { readPages, type Block } from "./code-blocks/read-pages.ts";
import { splitCommands } from "./code-blocks/split-commands.ts";

/** Requests that a new server cannot accept, by a part of their text, and why. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  acceptDefinition: "the digest is of a definition that an upstream changed meanwhile",
  "/api/checkpoints/{id}/approve": "the id, the digest and the action are of a checkpoint that waits",
};

const TOOLS = ["pay_invoice", "delete_account", "restart_database", "shop_pay_invoice"];
const AGENTS = ["key_desktop", "key_import", "key_books"];

let server: TestServer;
let worker: Worker;
/** What the pages call a thing, and its id on the server. */
const ids = new Map<string, string>();

const send = (path: string, method: string, body?: JsonObject, key = server.userToken): Promise<Response> =>
  fetch(server.credentials.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function make<T>(path: string, body: JsonObject, method = "POST"): Promise<T> {
  const response = await send(path, method, body);
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
  return (await response.json()) as T;
}

beforeAll(async () => {
  server = await startTestServer();
  const { key } = await make<{ key: string }>("/api/keys", { kind: "worker", name: "worker" });
  const countersign = new Countersign({ url: server.credentials.url, workerKey: key });
  const inputSchema = {
    type: "object",
    properties: { amount: { type: "number" }, currency: { type: "string" }, country: { type: "string" } },
  };
  const gated = TOOLS.map((name) =>
    countersign.gated({ name, description: "A tool of the pages", inputSchema, execute: () => ({}) }),
  );
  worker = countersign.work(gated);
  await worker.ready;
  for (const name of AGENTS) ids.set(name, (await make<{ id: string }>("/api/keys", { kind: "agent", name })).id);
  const ann = { name: "Ann", email: "ann@example.test", role: "approver", confirm: true };
  ids.set("usr_ann", (await make<{ member: { userId: string } }>("/api/members", ann)).member.userId);
  for (const name of ["Ben", "Cem"]) {
    const person = { ...ann, name, email: `${name.toLowerCase()}@example.test` };
    const { userId } = (await make<{ member: { userId: string } }>("/api/members", person)).member;
    const teams = { teams: ["security", "finance", "ops-on-call"], confirm: true };
    await make(`/api/members/${userId}`, teams, "PUT");
  }
});
afterAll(async () => {
  await worker?.stop();
  await server?.close();
});

const requests = readPages()
  .flatMap(({ blocks }) => blocks)
  .filter(({ language }) => language === "http");

const canBeSent = ({ text }: Block): boolean => !Object.keys(NEEDS_MORE).some((part) => text.includes(part));

test.each(requests.filter(canBeSent).map((block) => [`${block.page}:${block.line}`, block] as const))(
  "the request of %s is accepted by a server",
  async (_place, { text }) => {
    const filled = [...ids].reduce((before, [name, id]) => before.replaceAll(name, id), text);
    const [first = "", ...rest] = filled.split("\n");
    const [method = "", path = ""] = first.split(" ");
    const isAgents = path === "/api/checkpoints";
    const key = isAgents ? server.credentials.agentKey : server.userToken;
    const response = await send(path, method, JSON.parse(rest.join("\n")) as JsonObject, key);
    expect(response.ok ? "" : await response.text()).toBe("");
  },
);

test("every reason not to send a request is still one", () => {
  const unused = Object.keys(NEEDS_MORE).filter((part) => !requests.some(({ text }) => text.includes(part)));
  expect(unused).toEqual([]);
  expect(requests.filter(canBeSent).length).toBeGreaterThan(15);
});

/** The only block of a language on a page that has this text. */
const blockOf = (page: string, language: string, part: string): string =>
  readPages()
    .find(({ path }) => path === page)
    ?.blocks.find((block) => block.language === language && block.text.includes(part))?.text ?? "";

test("the question of the page about questions waits for a person", async () => {
  const toolInput = JSON.parse(blockOf("docs/questions.md", "json", "form")) as JsonObject;
  const proposal = { toolName: "ask_person", toolInput };
  const response = await send("/api/pending-actions", "POST", proposal, server.credentials.agentKey);
  expect(await response.json()).toMatchObject({ status: "queued", pendingActionId: expect.any(String) });
});

test("the requests of the page about content make a class, and two proposals on the sample catalogue", async () => {
  await make("/api/content/sample", {});
  const command = splitCommands(blockOf("docs/content.md", "sh", "curl")).find(({ words }) => words[0] === "curl");
  const [, , method = "", address = ""] = command?.words ?? [];
  const type = JSON.parse(command?.words.at(-1) ?? "") as JsonObject;
  expect((await send(address.replace("$URL", ""), method, type)).ok).toBe(true);

  const groups = ["content-data-objects", "content-data-objects-write"];
  const { key } = await make<{ key: string }>("/api/keys", { kind: "agent", name: "shop", groups, confirm: true });
  const proposal = JSON.parse(blockOf("docs/content.md", "json", "toolInput")) as JsonObject;
  const response = await send("/api/pending-actions", "POST", proposal, key);
  expect(await response.json()).toMatchObject({ status: "queued", proposalIds: [expect.any(String), expect.any(String)] });
});
