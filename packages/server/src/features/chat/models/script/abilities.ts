import { isReading, roleOf, type KnownTool } from "./tool-words.ts";
import { canChangeElements, fieldExample } from "./change-request.ts";
import { pairOf } from "./fill-arguments.ts";

const WORDS: Readonly<Record<string, string>> = {
  content: '"Hello"',
  search: '"hello"',
  name: '"Spring"',
  subject: '"Hello"',
  to: '"b.md"',
};

/** A sentence that this script understands as a call of the tool. */
export function exampleOf(known: KnownTool): string {
  const { kind, tool, required, properties } = known;
  const nouns = [...known.nouns].join(" ");
  const value = (name: string): string => sample(properties[name]?.["description"]) ?? WORDS[roleOf(name) ?? ""] ?? '"…"';
  const ofRole = (role: string): string | undefined => required.find((name) => roleOf(name) === role);
  const [path, content, from, to] = ["path", "content", "from", "to"].map(ofRole);
  if (pairOf(known) && path !== undefined) return `replace "Hello" with "Good morning" in ${value(path)}`;
  if (canChangeElements(known)) return fieldExample();
  if (kind === "list") return `list the ${plural(nouns)}`;
  if (kind === "search") return `search for "hello"`;
  if (kind === "create" && content !== undefined && path !== undefined) return `write ${value(content)} to ${value(path)}`;
  if (from !== undefined && to !== undefined) return "rename a.md to b.md";
  if (required.length === 1 && path !== undefined) return `${kind} ${value(path)}`;
  return `call ${tool.name} {${required.map((name) => `"${name}": …`).join(", ")}}`;
}

const plural = (noun: string): string => (noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** The example in a property's description. */
function sample(description: unknown): string | undefined {
  const match = typeof description === "string" ? /(?:e\.g\.|such as)\s+`?([\w./-]*\w)`?/i.exec(description) : null;
  return match?.[1];
}

/** Order in which tools are suggested: proposals first, because the chat is about these. */
const RANK = ["create", "change", "list", "read", "rename", "search", "delete"];

/** Up to three requests that this script understands as calls of these tools, one of each kind first. */
export function exampleRequests(known: readonly KnownTool[]): string[] {
  const able = known
    .filter((one) => isReading(one) || !one.tool.runsAtOnce)
    .map((one) => ({ kind: one.kind, example: exampleOf(one) }))
    .filter(({ example }) => !example.startsWith("call ") && !example.includes("…"));
  const ranked = RANK.flatMap((kind) => able.filter((one) => one.kind === kind).map(({ example }) => example));
  const firsts = RANK.flatMap((kind) => able.find((one) => one.kind === kind)?.example ?? []);
  return [...new Set([...firsts, ...ranked])].slice(0, 3);
}

/** Names three things that can be done with these tools, as sentences to send. */
export function abilities(known: readonly KnownTool[]): string {
  const three = exampleRequests(known);
  const names = known.some(canChangeElements) ? `\n\nWith a name that a list shows, also \`${fieldExample()}\`.` : "";
  const commands = "`help` explains my commands, `tools` lists the tools of this agent.";
  if (three.length === 0) return `I am a built-in script, not a model. ${commands}`;
  return `I am a built-in script, not a model, and understand short requests such as:\n\n${three.map((one) => `- \`${one}\``).join("\n")}${names}\n\n${commands}`;
}
