import type { Chat, ChatAgent, ChatCall, ChatMessage, ChatSession } from "@countersign/protocol";
import { expect, test } from "vitest";
import { mergeEvent, mergeRead } from "../src/api/merge-chat.ts";
import { changeOf, draftOf } from "../src/features/admin/agents/chat-draft.ts";
import { callWords, moneyText, usageWords } from "../src/features/chat/chat-words.ts";
import { readChatSearch } from "../src/page-search.ts";
import { groupCalls } from "../src/features/chat/group-calls.ts";

const session = (rev: number, rest: Partial<ChatSession> = {}) => ({ id: "s", rev, status: "running", ...rest }) as ChatSession;
const message = (seq: number, text: string, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  rev: seq,
  role: "assistant",
  text,
  status: "writing",
  error: null,
  by: null,
  about: [],
  calls: [],
  createdAt: "2026-01-01T00:00:00Z",
  ...rest,
});
const chat = (...messages: ChatMessage[]): Chat => ({ session: session(5), messages, briefing: {} as Chat["briefing"] });
const delta = (seq: number, from: number, text: string) => ({ event: "delta", data: { seq, from, text } }) as const;
const texts = ({ messages }: Chat): string[] => messages.map(({ text }) => text);

test("words are added where they belong, and left out where they do not fit", () => {
  const known = chat(message(1, "Hel"));
  expect(texts(mergeEvent(known, delta(1, 3, "lo")))).toEqual(["Hello"]);
  for (const other of [delta(1, 0, "Hel"), delta(1, 5, "x"), delta(2, 0, "x")]) expect(mergeEvent(known, other)).toBe(known);
  const done = chat(message(1, "Hel", { status: "done" }));
  expect(mergeEvent(done, delta(1, 3, "lo"))).toBe(done);
});

test("a row behind the words on the screen does not take them away; its end does, as the server has it", () => {
  const known = chat(message(1, "Hello, wor"));
  const behind = mergeEvent(known, { event: "message", data: message(1, "Hello", { rev: 2 }) });
  expect(texts(behind)).toEqual(["Hello, wor"]);
  expect(behind.messages[0]?.rev).toBe(2);
  expect(texts(mergeEvent(behind, delta(1, 10, "ld")))).toEqual(["Hello, world"]);
  const other = mergeEvent(behind, { event: "message", data: message(1, "Good", { rev: 3 }) });
  expect(texts(other)).toEqual(["Good"]);
  const stopped = mergeEvent(behind, { event: "message", data: message(1, "Hello", { rev: 4, status: "stopped" }) });
  expect(stopped.messages[0]).toMatchObject({ text: "Hello", status: "stopped" });
});

test("messages stand in their order, each once, and an older one changes nothing", () => {
  let known = chat(message(1, "a", { rev: 3 }), message(3, "c"));
  known = mergeEvent(known, { event: "message", data: message(2, "b") });
  known = mergeEvent(known, { event: "message", data: message(4, "d") });
  known = mergeEvent(known, { event: "message", data: message(4, "d again", { rev: 9 }) });
  expect(texts(known)).toEqual(["a", "b", "c", "d again"]);
  expect(mergeEvent(known, { event: "message", data: message(1, "old", { rev: 2 }) })).toBe(known);
});

test("a session that is older than the one on the screen is left out", () => {
  const known = chat();
  expect(mergeEvent(known, { event: "session", data: session(4) })).toBe(known);
  expect(mergeEvent(known, { event: "session", data: session(6, { status: "idle" }) }).session.status).toBe("idle");
});

test("a whole reading keeps what came over the stream after it", () => {
  const known: Chat = { ...chat(message(1, "one, and more"), message(2, "two")), session: session(8) };
  const read: Chat = { ...chat(message(1, "one")), session: session(6) };
  const merged = mergeRead(known, read);
  expect(texts(merged)).toEqual(["one, and more", "two"]);
  expect(merged.session.rev).toBe(8);
  expect(mergeRead(undefined, read)).toBe(read);
});

const call = (widget: ChatCall["widget"], id = "c"): ChatCall => ({
  id,
  toolName: "t",
  input: {},
  actionIds: [],
  state: "open",
  outcome: null,
  refusal: null,
  widget,
});

test("what one message proposes stands together, where the first of it was proposed", () => {
  const parts = groupCalls([
    call(null, "read"),
    call({ kind: "proposal", actionId: "a" }),
    call({ kind: "element", elementId: "e", path: "/e" }),
    call({ kind: "proposals", actionIds: ["b", "a", "c"] }),
  ]);
  expect(parts.map(({ kind }) => kind)).toEqual(["line", "proposals", "element"]);
  expect(parts[1]).toEqual({ kind: "proposals", actionIds: ["a", "b", "c"] });
  expect(groupCalls([])).toEqual([]);
});

test("a call says where it stands", () => {
  const told = { message: "", pendingActionId: null, toolName: "t" };
  expect(callWords({ state: "open", outcome: null, refusal: null })).toBe("Waiting");
  expect(callWords({ state: "parked", outcome: null, refusal: null })).toBe("Waiting; the agent continued");
  expect(callWords({ state: "told", outcome: { ...told, status: "executed" }, refusal: null })).toBe("Done");
  expect(callWords({ state: "told", outcome: { ...told, status: "queued" }, refusal: null })).toBe("Waiting");
  expect(callWords({ state: "told", outcome: null, refusal: "no such tool" })).toBe("Refused");
});

test("what was used is said with its limits, and money only where it is counted", () => {
  const limits = {
    softRounds: 16,
    hardRounds: 18,
    identicalCalls: 3,
    resultCharacters: 1,
    sessionTokens: null,
    unansweredSeconds: null,
  };
  const usage = { inputTokens: 1000, outputTokens: 234, costMicros: 0 };
  expect(usageWords({ round: 2, usage, limits: { ...limits, sessionCostMicros: null } })).toEqual([
    "Round 2 of 18",
    "1,234 tokens",
  ]);
  expect(
    usageWords({
      round: 0,
      usage: { ...usage, costMicros: 1234 },
      limits: { ...limits, sessionTokens: 50_000, sessionCostMicros: 2_500_000 },
    }),
  ).toEqual(["Round 0 of 18", "1,234 of 50,000 tokens", "cost 0.0012 of 2.50"]);
  expect(moneyText(12_345_678)).toBe("12.35");
});

test("an address that says something unknown says nothing", () => {
  expect(readChatSearch({ q: "x", archived: "true", other: 1 })).toEqual({ q: "x", archived: true });
  expect(readChatSearch({ q: 3, archived: "yes" })).toEqual({});
});

const agent: ChatAgent = {
  id: "a",
  name: "A",
  groups: [],
  instructions: "Be short",
  model: { connectionId: "c", name: "m", inputPriceMicros: 2_500_000, outputPriceMicros: null },
  modelLabel: "m",
  isScript: false,
  exampleRequests: [],
  widgets: ["proposal", "proposals"],
  limits: {
    softRounds: 16,
    hardRounds: 18,
    identicalCalls: 3,
    resultCharacters: 12_000,
    sessionTokens: null,
    sessionCostMicros: 1_500_000,
    unansweredSeconds: null,
  },
  enabled: true,
};

test("an agent's settings are sent as far as they were changed, money in millionths", () => {
  const draft = draftOf(agent);
  expect(draft).toMatchObject({ inputPrice: 2.5, outputPrice: "", sessionCost: 1.5, sessionTokens: "" });
  expect(changeOf(draft, agent)).toEqual({});
  expect(changeOf({ ...draft, widgets: ["proposals", "proposal"] }, agent)).toEqual({});
  expect(changeOf({ ...draft, enabled: false, instructions: "" }, agent)).toEqual({ enabled: false, instructions: "" });
  expect(changeOf({ ...draft, sessionCost: "", hardRounds: 20 }, agent)).toEqual({
    limits: { ...agent.limits, hardRounds: 20, sessionCostMicros: null },
  });
  expect(changeOf({ ...draft, unansweredMinutes: 5 }, agent)).toEqual({ limits: { ...agent.limits, unansweredSeconds: 300 } });
  // The built-in script has no model name.
  expect(changeOf({ ...draft, connectionId: null }, agent)).toEqual({
    model: { connectionId: null, name: "", inputPriceMicros: 2_500_000, outputPriceMicros: null },
  });
  expect(changeOf(draftOf(null), null)).toMatchObject({ enabled: true, model: { connectionId: null, name: "" } });
});
