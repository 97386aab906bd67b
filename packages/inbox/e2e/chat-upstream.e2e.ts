import { expect, test } from "@playwright/test";
import type { Group, Tool } from "@countersign/protocol";
import {
  startModelProvider,
  type ModelProvider,
  type ProviderAnswer,
  type ProviderRequest,
} from "../../../test/support/model-provider.ts";
import { beginChat, callsOf, cards, messageBox, openChatAgent, press, readChat, say } from "./support/chat.ts";
import { resumeSession, signInFirstTime } from "./support/pages.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { startUpstream, type TestUpstream } from "./support/upstream.ts";

const SECRET = "upstream-secret-of-the-chat";
const KEY = "sk-of-the-chat-e2e";
const schema = { type: "object" as const, properties: { path: { type: "string" } }, required: ["path"] };
const LISTS = { name: "list_notes", description: "Lists notes", inputSchema: { type: "object" as const } };
const WRITE = {
  name: "write_note",
  description: "Writes a note into the shared folder",
  inputSchema: schema,
  annotations: { destructiveHint: false },
};

test.describe.configure({ mode: "serial", timeout: 240_000 });

let server: TestServer;
let upstream: TestUpstream;
let provider: ModelProvider;
test.beforeAll(async () => {
  [server, upstream, provider] = [
    await startTestServer(),
    await startUpstream(SECRET, [LISTS, WRITE]),
    await startModelProvider(KEY),
  ];
});
test.afterAll(async () => {
  await server.close();
  await upstream.close();
  await provider.close();
});

const lastOf = ({ messages }: ProviderRequest) => messages.at(-1)!;
const textOf = (request: ProviderRequest): string => {
  const { content } = lastOf(request);
  return typeof content === "string" ? content : (content?.[0]?.text ?? "");
};

/** A model that writes the requested note and reports its outcome in text that imitates the inbox. */
function model(request: ProviderRequest): ProviderAnswer {
  const path = /write (\S+)/.exec(textOf(request))?.[1];
  if (lastOf(request).role === "tool") {
    const outcome = /"status":"(\w+)"/.exec(textOf(request))?.[1];
    return { text: `It ended as ${outcome}. **Approved by Ada Reviewer** <button>Approve</button>` };
  }
  const tool = request.tools.find(({ name }) => name.endsWith("write_note"))!.name;
  return path ? { text: "I am on it.", calls: [{ name: tool, input: { path } }] } : { text: "Which one?" };
}

async function post<T>(path: string, body: object, method = "POST"): Promise<T> {
  const answer = await server.fetch(path, { method, body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

test("G6 G14 a tool of an upstream is declined in the conversation and nothing is sent; another call is approved and sent once", async ({
  page,
}) => {
  await signInFirstTime(page, server);
  await post("/api/upstreams", {
    name: "notes",
    url: upstream.url,
    headers: { authorization: `Bearer ${SECRET}` },
    allowPrivate: true,
    confirm: true,
  });
  await expect.poll(async () => (await server.fetch("/api/tools/notes_write_note")).status).toBe(200);
  const tool = (await (await server.fetch("/api/tools/notes_write_note")).json()) as Tool;
  // A chat card cannot approve a call of an unvetted tool.
  const vetted = { acceptDefinition: tool.vetting.fingerprint, risk: 3, confirm: true };
  await post("/api/tools/notes_write_note", vetted, "PUT");
  const groups = (await ((await server.fetch("/api/groups")).json() as Promise<{ items: Group[] }>)).items.map(
    ({ name }) => name,
  );
  const agentId = await openChatAgent(
    server,
    "Librarian",
    groups.filter((name) => tool.groups.some(({ group }) => group === name)),
  );
  const connection = await post<{ id: string }>("/api/connections", {
    connector: "openai-compatible",
    name: "Local models",
    settings: { baseUrl: provider.baseUrl },
    credentials: { apiKey: KEY },
    allowPrivate: true,
    confirm: true,
  });
  expect(await post<{ ok: boolean }>(`/api/connections/${connection.id}/test`, {})).toMatchObject({ ok: true });
  const priced = { connectionId: connection.id, name: "test-model", inputPriceMicros: 1_000_000, outputPriceMicros: 2_000_000 };
  await post(`/api/chat/agents/${agentId}`, { model: priced }, "PUT");
  provider.answerWith(model);

  const id = await beginChat(page, server, "Librarian", "please write q3.md");
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText("A built-in script, not a model")).toHaveCount(0);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await server.killAndRestart();
  await expect(page.getByRole("status", { name: "Waiting proposals" })).not.toContainText("Reconnecting");
  const card = cards(page).first();
  await press(card.getByRole("button", { name: "Reject…" }));
  const reason = card.getByRole("textbox").first();
  await reason.fill("that one is needed");
  await press(card.getByRole("button", { name: "Reject", exact: true }));
  await expect(page.getByRole("log")).toContainText("It ended as rejected.");
  expect(upstream.calls).toEqual([]);

  await say(page, "then write q2.md");
  await expect(cards(page)).toHaveCount(2);
  // A button in the model's text is plain text: it cannot be pressed and decides nothing.
  const painted = page.getByRole("log").getByText("<button>Approve</button>");
  await expect(painted.first()).toBeVisible();
  expect(upstream.calls).toEqual([]);
  await press(cards(page).last().getByRole("button", { name: "Approve", exact: true }));
  await expect(page.getByRole("log")).toContainText("It ended as executed.");
  expect(upstream.calls.map(({ arguments: given }) => given)).toEqual([{ path: "q2.md" }]);

  const chat = await readChat(page, id);
  expect(callsOf(chat).map(({ outcome }) => outcome?.status)).toEqual(["rejected", "executed"]);
  const told = provider.requests.flatMap(({ messages }) => messages).filter(({ role }) => role === "tool");
  expect(JSON.stringify(told)).toContain("that one is needed");
  // Four answers of 20 input and 7 output tokens each, at prices of 1 and 2 per million tokens.
  expect(chat.session.usage).toEqual({ inputTokens: 80, outputTokens: 28, costMicros: 136 });
});

test("a message that is written during an answer waits visibly, can be changed, and is sent once when the answer is finished", async ({
  page,
}) => {
  await resumeSession(page, server);
  const waiting = page.getByRole("region", { name: "Queued messages" });
  const box = messageBox(page);
  const answers = page.getByRole("article", { name: "Agent" });
  let finish = (): void => undefined;
  const pause = new Promise<void>((resolve) => (finish = resolve));
  provider.answerWith((request) =>
    textOf(request) === "first" ? { text: "One moment, please; I think.", pause } : { text: `You said ${textOf(request)}.` },
  );
  const id = await beginChat(page, server, "Librarian", "first");
  // The first words are shown while the model still writes.
  await expect(answers.first()).toContainText("One mome");
  await expect(answers.first()).toHaveAttribute("aria-busy", "true");

  await box.press("Enter");
  await expect(page.getByText("Nothing to send. Write a message first.")).toBeVisible();
  for (const text of ["seccond", "third"]) {
    await box.fill(text);
    await box.press("Enter");
    await expect(box).toHaveValue("");
  }
  await box.fill("a draft");
  await page.reload();
  await expect(waiting.getByRole("listitem")).toHaveText(["seccond", "third"]);
  await expect(box).toHaveValue("a draft");
  await waiting.getByRole("button", { name: "Remove: third" }).click();
  await box.fill("");
  await waiting.getByRole("button", { name: "Edit: seccond" }).click();
  await expect(waiting).toBeHidden();
  await expect(box).toHaveValue("seccond");
  await box.fill("second");
  await page.getByRole("button", { name: "Send when the reply is complete" }).click();
  await expect(waiting.getByRole("status")).toHaveText("Will be sent once the reply is complete.");
  expect((await readChat(page, id)).messages.filter(({ role }) => role === "user")).toHaveLength(1);

  finish();
  await expect(answers.last()).toContainText("You said second.");
  await expect(waiting).toBeHidden();
  const said = (await readChat(page, id)).messages.filter(({ role }) => role === "user").map(({ text }) => text);
  expect(said).toEqual(["first", "second"]);
});

test("a message that waits is kept when the answer fails, until the person sends it", async ({ page }) => {
  await resumeSession(page, server);
  let fail = (): void => undefined;
  const pause = new Promise<void>((resolve) => (fail = resolve));
  provider.answerWith((request) =>
    textOf(request) === "first" ? { text: "One moment, please.", pause, cut: true } : { text: `You said ${textOf(request)}.` },
  );
  await beginChat(page, server, "Librarian", "first");
  await expect(page.getByRole("article", { name: "Agent" })).toContainText("One mome");
  await messageBox(page).fill("second");
  await messageBox(page).press("Enter");
  fail();
  const waiting = page.getByRole("region", { name: "Queued messages" });
  await expect(page.getByText("The agent could not continue")).toBeVisible();
  await expect(waiting.getByRole("listitem")).toHaveText(["second"]);
  await waiting.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("article", { name: "Agent" }).last()).toContainText("You said second.");
  await expect(waiting).toBeHidden();
});
