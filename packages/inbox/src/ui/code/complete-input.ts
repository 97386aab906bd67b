import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { typeOf } from "./type-of.ts";

const ANSWER: readonly Completion[] = [
  { label: "status", type: "property", detail: "number" },
  { label: "ok", type: "property", detail: "boolean", info: "Whether the status is 200 to 299" },
  { label: "url", type: "property", detail: "string", info: "After redirects" },
  { label: "headers", type: "property", detail: "{ get(name), has(name) }" },
  { label: "text()", type: "method", detail: "Promise<string>" },
  { label: "json()", type: "method", detail: "Promise<any>" },
];
const FETCH: Completion = {
  label: "fetch",
  type: "function",
  detail: "(url, { method, headers, body }) => Promise<Answer>",
  info: "Only to hosts that the tool's access allows",
};
const CONSOLE: readonly Completion[] = ["log", "warn", "error"].map((name) => ({
  label: name,
  type: "method",
  detail: "(...values) => void",
  info: "Recorded with a test run",
}));

/** Completes names that the sandbox has: `input` at any depth by the tool's schema, `fetch` and its response, `console`. */
export function completeInput(schema: () => Json) {
  return (context: CompletionContext): CompletionResult | null => {
    const path = context.matchBefore(/\b[\w$]+(?:\??\.\w*)+$/);
    if (path) {
      const parts = path.text.split(/\??\./);
      const options = optionsOf(schema(), parts.slice(0, -1));
      return options.length === 0 ? null : { from: path.to - (parts.at(-1) ?? "").length, options, validFor: /^\w*$/ };
    }
    const word = context.matchBefore(/\b[\w$]+$/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const input = { label: "input", type: "variable", detail: typeOf(schema()) };
    return { from: word.from, options: [input, FETCH, { label: "console", type: "variable" }], validFor: /^\w*$/ };
  };
}

function optionsOf(schema: Json, [first, ...rest]: readonly string[]): readonly Completion[] {
  if (first === "console") return CONSOLE;
  if (first !== "input") return rest.length === 0 && /^(?:answer|response|res|reply)$/.test(first ?? "") ? ANSWER : [];
  let at: Json = schema;
  for (const name of rest) at = propertiesOf(at)[name] ?? null;
  const needed = isJsonObject(at) && Array.isArray(at["required"]) ? at["required"] : [];
  return Object.entries(propertiesOf(at)).map(([label, value]) => {
    const { description } = isJsonObject(value) ? value : {};
    return {
      label,
      type: "property",
      detail: typeOf(value) + (needed.includes(label) ? "" : " | undefined"),
      ...(typeof description === "string" && { info: description }),
    };
  });
}

function propertiesOf(schema: Json): JsonObject {
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  return isJsonObject(properties) ? properties : {};
}
