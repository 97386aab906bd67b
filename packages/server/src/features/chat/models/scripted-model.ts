import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { parseJson } from "../../../core/parse-json.ts";
import type { Model, ModelCall, ModelMessage, ModelPart, ModelRequest } from "./model-port.ts";

const HELP = [
  "I am a built-in script, not a model: I only understand these commands:",
  "",
  "- `tools` lists what may be called here.",
  "- `call <tool> {…}` calls a tool with that JSON; several lines are several calls of one turn.",
  "- `set <key> to <value>`, as an answer to a proposal that you send back, proposes it again with that change; several stand on lines of their own or behind `;`.",
].join("\n");

/** Used when no model is configured. Identifies itself as a script, and allows trying the chat without an API key. */
export function createScriptedModel(): Model {
  return {
    async *answer(request): AsyncIterable<ModelPart> {
      const { text, calls } = reply(request);
      // Streamed in pieces, as a model does.
      for (const piece of text.match(/\S+\s*|\s+/g) ?? []) {
        if (request.signal.aborted) return;
        yield { type: "text", text: piece };
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const call of calls) yield { type: "call", ...call };
      yield { type: "end", inputTokens: 0, outputTokens: 0 };
    },
  };
}

interface Reply {
  text: string;
  calls: ModelCall[];
}

/** Exported for tests. */
export function reply({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): Reply {
  const last = messages.at(-1);
  if (last?.role === "results") return answerResults(messages, last.results);
  const said = messages.findLast(({ role }) => role === "user");
  const words = said?.role === "user" ? said.text.trim() : "";
  if (last?.role === "note") return answerNote(messages, last.text, words);
  if (/^tools$/i.test(words)) {
    return {
      text: `These can be called here:\n\n${tools.map(({ name, description }) => `- \`${name}\`: ${firstLine(description)}`).join("\n")}`,
      calls: [],
    };
  }
  const lines = words.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line, n) => readCall(line, `call_${messages.length}_${n}`));
  if (lines.length === 0 || read.every((one) => one === undefined)) return { text: HELP, calls: [] };
  const wrong = lines.find((_, n) => !isCall(read[n]));
  if (wrong !== undefined)
    return {
      text: `I can not read this line: \`${wrong}\`. It has to be \`call <tool> {…}\` with an object of JSON.`,
      calls: [],
    };
  return { text: "", calls: read.filter(isCall) };
}

const isCall = (one: ModelCall | "unreadable" | undefined): one is ModelCall => typeof one === "object";

function readCall(line: string, id: string): ModelCall | "unreadable" | undefined {
  const match = /^call\s+(\S+)\s*(.*)$/is.exec(line.trim());
  if (!match) return undefined;
  const input = parseJson(match[2] === "" ? "{}" : match[2]!);
  return isJsonObject(input) ? { id, name: match[1]!, input } : "unreadable";
}

/** Repeats calls whose results ask for changes, applying the feedback; reports the other results as text. */
function answerResults(
  messages: readonly ModelMessage[],
  results: readonly { id: string; name: string; text: string }[],
): Reply {
  const made = messages.findLast(({ role }) => role === "assistant");
  const calls = made?.role === "assistant" ? made.calls : [];
  const again = results.flatMap(({ id, text }) => {
    const outcome = parseJson(text);
    const call = calls.find((one) => one.id === id);
    const feedback = isJsonObject(outcome) && outcome["status"] === "refined" ? outcome["feedback"] : undefined;
    return call && typeof feedback === "string" ? [{ call, feedback }] : [];
  });
  const changed = again.flatMap(({ call, feedback }, n) => change(call, feedback, `call_${messages.length}_${n}`) ?? []);
  if (again.length > 0 && changed.length === 0)
    return { text: `I am a script and do not understand “${again[0]!.feedback}”. Say \`set <key> to <value>\`.`, calls: [] };
  if (changed.length > 0) return { text: "Changed as asked, once more:", calls: changed };
  return { text: results.map(({ name, text }) => `- \`${name}\`: ${saying(text)}`).join("\n"), calls: [] };
}

/** Finds the calls of the refined actions that the gate's note names, among all calls so far. */
function answerNote(messages: readonly ModelMessage[], note: string, words: string): Reply {
  const ids = [...note.matchAll(/pendingActionId ([\w-]+)/g)].map(([, id]) => id!);
  if (!note.includes("sent") || ids.length === 0)
    return { text: "I was told. I am a script and do nothing with it.", calls: [] };
  const calls = ids.flatMap((actionId, n) => {
    const call = findCall(messages, actionId);
    return call ? (change(call, words, `call_${messages.length}_${n}`) ?? []) : [];
  });
  if (calls.length === 0)
    return { text: `I am a script and do not understand “${words}”. Say \`set <key> to <value>\`.`, calls };
  return { text: "Changed as asked, once more:", calls };
}

/** Finds the call of an action; for a list of calls in one, the entry of the action. */
function findCall(messages: readonly ModelMessage[], actionId: string): ModelCall | undefined {
  for (const [n, message] of messages.entries()) {
    const told = messages[n + 1];
    if (message.role !== "assistant" || told?.role !== "results") continue;
    for (const call of message.calls) {
      const outcome = parseJson(told.results.find(({ id }) => id === call.id)?.text ?? "");
      if (!isJsonObject(outcome) || !isJsonObject(call.input)) continue;
      if (outcome["pendingActionId"] === actionId) return call;
      const entry = idsOf(outcome).indexOf(actionId);
      const list = Object.entries(call.input).find(([, value]) => Array.isArray(value));
      const input = list && (list[1] as Json[])[entry];
      if (entry >= 0 && isJsonObject(input)) return { ...call, input };
    }
  }
  return undefined;
}

function idsOf(outcome: JsonObject): string[] {
  const { proposalIds, calls } = outcome;
  if (Array.isArray(proposalIds)) return proposalIds.filter((id) => typeof id === "string");
  return Array.isArray(calls) ? calls.map((one) => textAt(one, "pendingActionId")) : [];
}

/** Applies `set a.b to 3; set c to some words`. Returns undefined if the text contains no such sentence. */
function change(call: ModelCall, words: string, id: string): ModelCall | undefined {
  const sentences = words.split(/[;\n]/).flatMap((part) => /^\s*set\s+(\S+)\s+to\s+(.+?)\s*$/is.exec(part) ?? []);
  const input = structuredClone(isJsonObject(call.input) ? call.input : {});
  let isChanged = false;
  for (let n = 0; n + 2 < sentences.length; n += 3) {
    setAt(input, sentences[n + 1]!.split("."), parseJson(sentences[n + 2]!) ?? sentences[n + 2]!);
    isChanged = true;
  }
  return isChanged ? { ...call, id, input } : undefined;
}

function setAt(object: JsonObject, [key, ...rest]: readonly string[], value: Json): void {
  if (key === undefined) return;
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  const next: Json = rest.length === 0 ? value : isJsonObject(inner) ? inner : {};
  Object.defineProperty(object, key, { value: next, enumerable: true, configurable: true, writable: true });
  if (rest.length > 0 && isJsonObject(next)) setAt(next, rest, value);
}

const textAt = (value: Json, key: string): string => {
  const found = isJsonObject(value) ? value[key] : undefined;
  return typeof found === "string" ? found : "";
};

function saying(text: string): string {
  const outcome = parseJson(text);
  if (!isJsonObject(outcome)) return firstLine(text);
  const reason = textAt(outcome, "reason");
  return `${textAt(outcome, "message")}${reason === "" ? "" : ` (“${reason}”)`}`;
}

const firstLine = (text: string): string => text.split("\n")[0]!.slice(0, 200);
