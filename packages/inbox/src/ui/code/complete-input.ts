import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { strings } from "../../strings/code.tsx";
import { typeOf } from "./type-of.ts";

const CONSOLE = "console";

const complete = (type: string, label: string, detail: string, info?: string): Completion => ({
  label,
  type,
  detail,
  ...(info !== undefined && { info }),
});

const answer = (): readonly Completion[] => [
  complete("property", "status", "number"),
  complete("property", "ok", "boolean", strings.editor.okInfo),
  complete("property", "url", "string", strings.editor.urlInfo),
  complete("property", "headers", "{ get(name), has(name) }"),
  complete("method", "text()", "Promise<string>"),
  complete("method", "json()", "Promise<any>"),
];
const fetching = (): Completion =>
  complete("function", "fetch", "(url, { method, headers, body }) => Promise<Answer>", strings.editor.fetchInfo);
const logging = (): readonly Completion[] =>
  ["log", "warn", "error"].map((name) => complete("method", name, "(...values) => void", strings.editor.consoleInfo));

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
    const input = complete("variable", "input", typeOf(schema()));
    const names = [input, fetching(), { label: CONSOLE, type: "variable" }];
    return { from: word.from, options: names, validFor: /^\w*$/ };
  };
}

function optionsOf(schema: Json, [first, ...rest]: readonly string[]): readonly Completion[] {
  if (first === CONSOLE) return logging();
  if (first !== "input") return rest.length === 0 && /^(?:answer|response|res|reply)$/.test(first ?? "") ? answer() : [];
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
