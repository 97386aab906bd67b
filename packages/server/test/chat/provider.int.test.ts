import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startModelProvider, type ModelProvider } from "../../../../test/support/model-provider.ts";
import { loadSdk } from "../../src/features/chat/models/load-sdk.ts";
import { ModelFault, type ModelMessage, type ModelPart } from "../../src/features/chat/models/model-port.ts";
import { openModel } from "../../src/features/chat/models/open-model.ts";

const KEY = "sk-only-for-this-test";
let provider: ModelProvider;
beforeAll(async () => (provider = await startModelProvider(KEY)));
afterAll(() => provider.close());
afterEach(() => provider.answerWith(() => ({ text: "Hello." })));

const PAY = {
  name: "pay",
  title: null,
  description: "Pays",
  inputSchema: { type: "object", properties: { amount: { type: "integer" } } },
  runsAtOnce: false,
};

async function ask(
  messages: ModelMessage[],
  { apiKey = KEY, name = "test-model", signal = new AbortController().signal } = {},
) {
  const mask = (text: string): string => text.replaceAll(apiKey, "***");
  const access = { connector: "openai-compatible", label: "Local", baseUrl: provider.baseUrl, apiKey, fetch, mask } as const;
  const parts: ModelPart[] = [];
  const request = { instructions: "Be short.", messages, tools: [PAY], signal };
  for await (const part of openModel(await loadSdk(), access, name).answer(request)) parts.push(part);
  return parts;
}

const faultOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => "no fault",
    (error: unknown) => error,
  );

test("words come in pieces, with what was used", async () => {
  const text = "A sentence that comes in several pieces.";
  provider.answerWith(() => ({ text }));
  const parts = await ask([{ role: "user", text: "hi" }]);
  const words = parts.flatMap((part) => (part.type === "text" ? part.text : []));
  expect(words.length).toBeGreaterThan(2);
  expect(words.join("")).toBe(text);
  expect(parts.at(-1)).toEqual({ type: "end", inputTokens: 20, outputTokens: 7 });
  const [system, user] = provider.requests.at(-1)!.messages;
  expect([system, user]).toMatchObject([{ role: "system", content: "Be short." }, { role: "user" }]);
});

test("the AI SDK is the newest that this Node.js runs", async () => {
  await ask([{ role: "user", text: "hi" }]);
  // Version 6 of the SDK uses provider-utils 4, version 7 uses 5.
  const wanted = Number.parseInt(process.versions.node, 10) < 22 ? /provider-utils\/4\./ : /provider-utils\/5\./;
  expect(provider.requests.at(-1)!.userAgent).toMatch(wanted);
});

test("several calls of one answer are handed on, none is run, and their results are taken in the next request", async () => {
  const calls = [
    { name: "pay", input: { amount: 1 } },
    { name: "pay", input: { amount: 2 } },
  ];
  provider.answerWith(({ messages }) => (messages.at(-1)?.role === "tool" ? { text: "Both told." } : { calls }));
  const user: ModelMessage = { role: "user", text: "pay twice" };
  const made = (await ask([user])).filter((part) => part.type === "call");
  expect(made.map(({ name, input }) => ({ name, input }))).toEqual(calls);
  const results = made.map(({ id, name }, n) => ({ id, name, text: `{"status":"${n === 0 ? "rejected" : "executed"}"}` }));
  const parts = await ask([user, { role: "assistant", text: "", calls: made }, { role: "results", results }]);
  expect(parts.some((part) => part.type === "text")).toBe(true);
  expect(
    provider.requests
      .at(-1)!
      .messages.filter(({ role }) => role === "tool")
      .map(({ content }) => content),
  ).toEqual(results.map(({ text }) => text));
});

test("what a provider refuses is said in words that help, and the key is in none of them", async () => {
  const user: ModelMessage[] = [{ role: "user", text: "hi" }];
  const wrongKey = "sk-wrong-key-0123456789";
  const faults = [
    [await faultOf(ask(user, { apiKey: wrongKey })), /Local refused the key \(401\)/],
    [await faultOf(ask(user, { name: "no-such-model" })), /no such model or address \(404\)/],
  ] as const;
  provider.answerWith(() => ({ status: 400, message: `this quotes ${KEY}` }));
  const quoted = await faultOf(ask(user));
  for (const [fault, words] of [...faults, [quoted, /answered 400: this quotes \*\*\*/] as const]) {
    expect(fault).toBeInstanceOf(ModelFault);
    expect((fault as Error).message).toMatch(words);
    expect((fault as Error).message).not.toContain("sk-");
  }
});

test("an answer that is cut off, and one that nobody wants any more, do not count as answers", async () => {
  provider.answerWith(() => ({ text: "This never comes to its", cut: true }));
  expect(await faultOf(ask([{ role: "user", text: "hi" }]))).toBeInstanceOf(ModelFault);
  const abort = new AbortController();
  provider.answerWith(() => new Promise(() => undefined));
  const asked = faultOf(
    ask([{ role: "user", text: "hi" }], { signal: abort.signal }).then((parts) => parts.filter(({ type }) => type === "end")),
  );
  abort.abort();
  const ended = await asked;
  expect(Array.isArray(ended) ? ended : []).toEqual([]);
});
