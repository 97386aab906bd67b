import { CHECKPOINT_TOOL_NAME } from "../../../../core/tool-names.ts";
import type { ModelTool } from "../model-port.ts";
import { abilities, exampleOf } from "./abilities.ts";
import { canChangeElements, wantedChange, type WantedChange } from "./change-request.ts";
import { fillArguments, fillReplacement, type Filled } from "./fill-arguments.ts";
import { hasSeveralParts, textOf, tokensOf, unclearWord, withoutManners, type Token } from "./sentence.ts";
import type { PlainCall } from "./step.ts";
import { partsTogether } from "./together.ts";
import { isReading, kindsOfVerb, knownTool, type KnownTool } from "./tool-words.ts";

/** What the script does about a request: it calls tools, looks something up before it calls one, or answers with text. */
export type Understood =
  | { kind: "calls"; calls: PlainCall[] }
  | { kind: "change"; change: WantedChange }
  | { kind: "says"; text: string };

const MAX_CHARACTERS = 4000;
const MAX_CALLS = 6;
const MAX_LABEL = 200;
const says = (text: string): Understood => ({ kind: "says", text });

const ASKS_ABILITIES =
  /^(help|\?+|(what|which things) (can|could|do) (you|i|we) (do|ask|say|understand|know)( here| for me)?|who are you|what are you|what is this|how does this work)$/i;

/** Understands one short request in plain English, by the names and schemas of the agent's tools. Pure. */
export function understand(words: string, tools: readonly ModelTool[]): Understood {
  const known = tools.map(knownTool);
  if (words.length > MAX_CHARACTERS)
    return says(`That is too long for me: I read requests of at most ${MAX_CHARACTERS} characters.\n\n${abilities(known)}`);
  const parts = partsTogether(words);
  if (parts) return together(words, parts, tools);
  const tokens = rephrase(withoutManners(tokensOf(words)));
  const text = textOf(tokens);
  if (text === "" || ASKS_ABILITIES.test(text)) return says(abilities(known));
  const [verb, ...rest] = tokens;
  if (!verb || verb.isQuoted || !/^[a-z]/.test(verb.lower)) return says(notUnderstood(known));
  const kinds = kindsOfVerb(verb.lower);
  const isKnownVerb = known.some((one) => isMeant(one, kinds, verb.lower));
  const unclear = unclearWord(tokens);
  if (unclear !== undefined || hasSeveralParts(tokens)) {
    if (!isKnownVerb && !kinds.includes("change")) return says(notUnderstood(known));
    return says(
      `I did not call any tool. ${unclear === undefined ? "I understand one request at a time." : `I do not know what “${unclear}” refers to.`} Make one short request that names everything, and put texts in quotation marks.`,
    );
  }
  if (rest.length === 0 && !isKnownVerb) return says(notUnderstood(known));
  return decide(known, verb.lower, kinds, rest);
}

/** Calls under one checkpoint. One part that is no complete request calls nothing at all. */
function together(words: string, parts: readonly string[], tools: readonly ModelTool[]): Understood {
  if (!tools.some(({ name }) => name === CHECKPOINT_TOOL_NAME))
    return says(
      "I did not call any tool: none of this agent's tools requires approval, so there is nothing to decide together.",
    );
  const calls: PlainCall[] = [];
  for (const part of parts) {
    const understood = understand(part, tools);
    if (understood.kind === "says") return says(`${understood.text}\n\nThis was about “${part}”.`);
    if (understood.kind === "change")
      return says(`I did not call any tool. I have to read something before “${part}”. Send that request alone.`);
    calls.push(...understood.calls);
  }
  if (calls.length > MAX_CALLS) return says(`I did not call any tool. That is more than ${MAX_CALLS} calls at once.`);
  const label = words.slice(0, MAX_LABEL);
  return { kind: "calls", calls: [{ name: CHECKPOINT_TOOL_NAME, input: { label } }, ...calls] };
}

const isMeant = ({ kind, tool }: KnownTool, kinds: readonly string[], verb: string): boolean =>
  kinds.includes(kind) || tool.name.toLowerCase().split(/[^a-z\d]+/)[0] === verb;

function decide(known: readonly KnownTool[], verb: string, kinds: readonly string[], rest: readonly Token[]): Understood {
  const wanted = kinds.includes("read") || kinds.includes("search") ? [...kinds, "read", "list", "search"] : kinds;
  const order = [...new Set(wanted)];
  const meant = known.filter((one) => isMeant(one, order, verb) || (verb === "replace" && one.kind === "change"));
  const attempts = meant.flatMap((one) => {
    const filled = verb === "replace" ? fillReplacement(one, rest) : fillArguments(one, rest);
    return filled ? [{ known: one, filled }] : [];
  });
  const complete = attempts.filter(({ filled }) => {
    const isComplete = filled.missing.length === 0 && filled.leftover.length === 0;
    return isComplete && (kinds.includes("list") ? filled.namesTool : Object.keys(filled.input).length > 0 || filled.namesTool);
  });
  const chosen = best(complete, order);
  if (chosen.length > 0) return callAll(chosen);
  // A tool that was named, and told what it is about, is asked for and not another one.
  const named = attempts.filter(({ known: one, filled }) => {
    return filled.namesTool && Object.keys(filled.input).length > 0 && !canChangeElements(one);
  });
  if (named.length > 0) return says(askFor(known, named, rest));
  const change = wantedChange(known, kinds, rest);
  if (change) return change.kind === "wanted" ? { kind: "change", change: change.change } : says(change.text);
  return says(askFor(known, attempts, rest));
}

interface Attempt {
  known: KnownTool;
  filled: Filled;
}

/** Keeps the attempts of the kind that fits best, and of these the ones whose tool was named, if any. */
function best(complete: readonly Attempt[], order: readonly string[]): Attempt[] {
  const rank = ({ known }: Attempt): number => {
    const at = order.indexOf(known.kind);
    return at < 0 ? order.length : at;
  };
  const first = Math.min(...complete.map(rank));
  const fitting = complete.filter((one) => rank(one) === first);
  const named = fitting.filter(({ filled }) => filled.namesTool);
  return named.length > 0 ? named : fitting;
}

/** Several tools that read are all asked. Of several that change something a person chooses one. */
function callAll(chosen: readonly Attempt[]): Understood {
  const calls = chosen.map(({ known, filled }) => ({ name: known.tool.name, input: known.wrap(filled.input) }));
  if (chosen.every(({ known }) => isReading(known))) return { kind: "calls", calls: calls.slice(0, MAX_CALLS) };
  const [only] = chosen;
  if (only && chosen.length === 1 && !only.known.tool.runsAtOnce) return { kind: "calls", calls };
  const lines = calls.map(({ name, input }) => `- \`call ${name} ${JSON.stringify(input)}\``).join("\n");
  if (chosen.length === 1)
    return says(`I did not call any tool, because this tool runs without approval. To run it, send:\n\n${lines}`);
  return says(`I did not call any tool: several tools fit. Send one of these:\n\n${lines}`);
}

const notUnderstood = (known: readonly KnownTool[]): string =>
  `I did not understand that and did not call any tool.\n\n${abilities(known)}`;

/** Asks for what a request lacks, with a sentence for each tool that it may have meant. */
function askFor(known: readonly KnownTool[], attempts: readonly Attempt[], rest: readonly Token[]): string {
  const named = attempts.filter(({ filled }) => filled.namesTool || Object.keys(filled.input).length > 0);
  const meant = (named.length > 0 ? named : attempts).slice(0, 3);
  if (meant.length === 0) return notUnderstood(known);
  const [first] = meant;
  const lacks = first && meant.length === 1 ? lacking(first.filled, rest) : "I am not sure what you mean.";
  const lines = meant.map(({ known: one }) => `- \`${exampleOf(one)}\``).join("\n");
  return `I did not call any tool. ${lacks} Say it like this:\n\n${lines}`;
}

function lacking({ missing, leftover }: Filled, rest: readonly Token[]): string {
  if (rest.length === 0 || (leftover.length === 0 && missing.length > 0)) return `I still need: ${missing.join(", ")}.`;
  return `I do not know what to do with “${leftover.join("”, “").slice(0, 200)}”${missing.length > 0 ? `, and need: ${missing.join(", ")}` : ""}.`;
}

type Rephrasing = readonly [pattern: RegExp, as: string];
/** Questions and idioms, as the request that they stand for. What follows the matched words stays. */
const REPHRASINGS: readonly Rephrasing[] = [
  [/^(what is|what's|whats) in /i, "read "],
  [/^show me (all )?/i, "show "],
  [/^(list|show) (all|every) (the |of the )?/i, "list "],
  [/^(search|look) (for )?/i, "search "],
  [/^get rid of /i, "delete "],
  [/^read me /i, "read "],
];
const ASKS_LIST = /^(?:what|which) ([\p{L}-]+(?: [\p{L}-]+)?) (?:are there|do we have|do you have|exist|can you see)$/iu;

function rephrase(tokens: readonly Token[]): Token[] {
  const asked = tokens.every(({ isQuoted }) => !isQuoted) ? ASKS_LIST.exec(textOf(tokens)) : null;
  if (asked) return tokensOf(`list ${asked[1]!}`);
  const lead = tokens.findIndex(({ isQuoted }) => isQuoted);
  const front = tokens.slice(0, lead < 0 ? tokens.length : lead);
  const text = `${textOf(front)} `;
  for (const [pattern, as] of REPHRASINGS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const used = match[0].trim().split(" ").length;
    return [...tokensOf(as), ...tokens.slice(used)];
  }
  return [...tokens];
}
