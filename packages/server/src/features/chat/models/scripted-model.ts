import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { parseJson } from "../../../core/parse-json.ts";
import { CHECKPOINT_TOOL_NAME } from "../../../core/tool-names.ts";
import type { Model, ModelCall, ModelMessage, ModelPart, ModelRequest, ModelTool } from "./model-port.ts";
import { contentIn } from "./script/change-file.ts";
import { makeChange } from "./script/make-change.ts";
import { STEPS, type Done } from "./script/step.ts";
import { understand, type Understood } from "./script/understand.ts";

const HELP = [
  "I am a built-in script, not a model. I understand short requests such as `list the files`, and these commands:",
  "",
  "- `tools` lists what may be called here.",
  "- `call <tool> {…}` calls a tool with this JSON; several lines make several calls in one turn.",
  "- `set <key> to <value>`, as feedback on a proposal that you send back, proposes it again with that change; separate several with new lines or `;`.",
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
  const said = messages.findLast(({ role }) => role === "user");
  const words = said?.role === "user" ? said.text.trim() : "";
  if (last?.role === "results") {
    const made = messages.at(-2);
    const ids = made?.role === "assistant" ? made.calls.map(({ id }) => id) : [];
    const step = STEPS.find((name) => ids.length > 0 && ids.every((id) => id.startsWith(`${name}_`)));
    const before = step && { step, results: last.results };
    return before ? answerPlainWords(messages, words, tools, before) : answerResults(messages, last.results);
  }
  if (last?.role === "note") return answerNote(messages, last.text, words);
  if (/^tools$/i.test(words)) {
    return {
      text: `These can be called here:\n\n${tools.map(({ name, description }) => `- \`${name}\`: ${firstLine(description)}`).join("\n")}`,
      calls: [],
    };
  }
  if (/^help$/i.test(words)) return { text: HELP, calls: [] };
  const lines = words.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line, n) => readCall(line, `call_${messages.length}_${n}`));
  if (lines.length === 0 || read.every((one) => one === undefined)) return answerPlainWords(messages, words, tools);
  const wrong = lines.find((_, n) => !isCall(read[n]));
  if (wrong !== undefined)
    return {
      text: `I cannot read this line: \`${wrong}\`. It must be \`call <tool> {…}\` with a JSON object.`,
      calls: [],
    };
  return { text: "", calls: read.filter(isCall) };
}

/** Answers a request in everyday words. `before` is the step whose results have come. */
function answerPlainWords(
  messages: readonly ModelMessage[],
  words: string,
  tools: readonly ModelTool[],
  before?: Parameters<typeof makeChange>[2],
): Reply {
  const understood = understand(words, tools);
  const done = doWhat(understood, tools, before);
  const calls = done.calls.map((call, n) => ({ ...call, id: `${done.step}_${messages.length}_${n}` }));
  const names = [...new Set(calls.map(({ name }) => `\`${name}\``))].join(", ");
  const does = calls.length === 0 ? "" : `I am calling ${names}.`;
  return { text: signed([done.text, does].filter((part) => part !== "").join(" ")), calls };
}

function doWhat(understood: Understood, tools: readonly ModelTool[], before: Parameters<typeof makeChange>[2]): Done {
  if (understood.kind === "change") return makeChange(understood.change, tools, before);
  if (understood.kind === "calls") return { text: "", calls: understood.calls, step: "call" };
  return { text: understood.text, calls: [], step: "call" };
}

/** Every answer says what wrote it. */
const signed = (text: string): string => (/\bscript\b/i.test(text) ? text : `Built-in script: ${text}`);

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
  const { collected, others } = splitCollected(results);
  const lines = others.map(({ name, text }) => `- \`${name}\`: ${saying(text)}${quotedContent(text)}`).join("\n");
  const proposed =
    collected === 0 ? "" : `Built-in script: I have proposed ${collected} in the checkpoint, to be decided together.`;
  return { text: [proposed, lines].filter((part) => part !== "").join("\n\n"), calls: [] };
}

/** Sets apart what an opened checkpoint collected and the checkpoint itself, which the conversation shows as cards. */
function splitCollected<T extends { name: string; text: string }>(
  results: readonly T[],
): { collected: number; others: readonly T[] } {
  const has = ({ text }: T, status: string): boolean => textAt(parseJson(text) ?? null, "status") === status;
  const opened = results.filter((one) => one.name === CHECKPOINT_TOOL_NAME && has(one, "executed"));
  const queued = opened.length === 0 ? [] : results.filter((one) => has(one, "queued"));
  if (queued.length === 0) return { collected: 0, others: results };
  return { collected: queued.length, others: results.filter((one) => !opened.includes(one) && !queued.includes(one)) };
}

const MAX_QUOTED = 4000;

/** Text of a file that was read, as a block of code whose fence does not occur in it. */
function quotedContent(told: string): string {
  const content = contentIn(told);
  if (content === undefined || content.trim() === "") return "";
  const shown = content.length <= MAX_QUOTED ? content : `${content.slice(0, MAX_QUOTED)}\n[…]`;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${fence}\n${shown}\n${fence}\n`;
}

/** Finds the calls of the refined actions that the gate's note names, among all calls so far. */
function answerNote(messages: readonly ModelMessage[], note: string, words: string): Reply {
  const ids = [...note.matchAll(/pendingActionId ([\w-]+)/g)].map(([, id]) => id!);
  const ends = endsIn(note);
  if (ends.length > 0) return { text: `Built-in script: all is decided.\n\n${ends.join("\n")}`, calls: [] };
  if (!note.includes("sent") || ids.length === 0)
    return { text: "I have received this. I am a script and take no further action.", calls: [] };
  const calls = ids.flatMap((actionId, n) => {
    const call = findCall(messages, actionId);
    return call ? (change(call, words, `call_${messages.length}_${n}`) ?? []) : [];
  });
  if (calls.length === 0)
    return { text: `I am a script and do not understand “${words}”. Say \`set <key> to <value>\`.`, calls };
  return { text: "Changed as asked, once more:", calls };
}

/** How calls ended that the model knew as waiting: lines of JSON in the gate's note. */
const endsIn = (note: string): string[] =>
  note.split("\n").flatMap((line) => {
    const end = parseJson(line);
    return isJsonObject(end) && isJsonObject(end["outcome"])
      ? [`- \`${textAt(end, "tool")}\`: ${saying(JSON.stringify(end["outcome"]))}`]
      : [];
  });

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

const SET = /^\s*(?:please\s+)?(?:set|change|make)\s+(?:the\s+)?(\S+)\s+to\s+(.+?)\s*$/is;

/** Applies `set a.b to 3; set c to some words`. Returns undefined if the text contains no such sentence. */
function change(call: ModelCall, words: string, id: string): ModelCall | undefined {
  const sentences = words.split(/[;\n]/).flatMap((part) => SET.exec(part) ?? []);
  const input = structuredClone(isJsonObject(call.input) ? call.input : {});
  let isChanged = false;
  for (let n = 0; n + 2 < sentences.length; n += 3) {
    const said = sentences[n + 2]!;
    const path = placeOf(input, sentences[n + 1]!);
    const now = path.reduce<Json | undefined>(valueAt, input);
    const read = parseJson(said);
    setAt(input, path, typeof now === "string" && typeof read !== "string" ? said : (read ?? said));
    isChanged = true;
  }
  return isChanged ? { ...call, id, input } : undefined;
}

const valueAt = (inside: Json | undefined, key: string): Json | undefined => {
  if (Array.isArray(inside)) return inside[Number(key)];
  return isJsonObject(inside) && Object.hasOwn(inside, key) ? inside[key] : undefined;
};

/** A key that is not at the top is found below it, if it is there once. */
function placeOf(input: JsonObject, said: string): string[] {
  const path = said.split(".");
  if (path.length > 1 || Object.hasOwn(input, said)) return path;
  const found = placesOf(input, said);
  return found.length === 1 ? found[0]! : path;
}

function placesOf(inside: Json, key: string): string[][] {
  if (typeof inside !== "object" || inside === null) return [];
  return Object.entries(inside).flatMap(([name, value]) => [
    ...(name === key ? [[name]] : []),
    ...placesOf(value, key).map((rest) => [name, ...rest]),
  ]);
}

function setAt(inside: JsonObject | Json[], [key, ...rest]: readonly string[], value: Json): void {
  if (key === undefined) return;
  const now = valueAt(inside, key);
  const isInner = Array.isArray(now) || isJsonObject(now);
  const next: Json = rest.length === 0 ? value : isInner ? now : {};
  Object.defineProperty(inside, key, { value: next, enumerable: true, configurable: true, writable: true });
  if (rest.length > 0 && (Array.isArray(next) || isJsonObject(next))) setAt(next, rest, value);
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
