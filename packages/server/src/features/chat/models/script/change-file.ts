import { isJsonObject } from "@countersign/protocol";
import { parseJson } from "../../../../core/parse-json.ts";
import { readsAndEdits, type WantedChange } from "./change-request.ts";
import { pairOf } from "./fill-arguments.ts";
import { proposesNothing, type Done, type StepResult } from "./step.ts";
import { wordsIn } from "./sentence.ts";
import type { KnownTool } from "./tool-words.ts";

export function readFileFirst({ target }: WantedChange, known: readonly KnownTool[]): Done {
  const tools = readsAndEdits(known);
  if (!tools) return proposesNothing("I have no tools for that.");
  return { text: "", calls: [{ name: tools.reader.tool.name, input: { [tools.path]: target } }], step: "look" };
}

/** `key: value`, `"key": value,`, `key = value` and a row of a table, with what stands around the value. */
const LINE = /^(\s*(?:[-*]\s+)?\|?\s*["']?)([\p{L}\p{N}_ .-]{1,80}?)(["']?\s*[:=|]\s*)([^|]*?)(\s*[,;]?\s*)(\|.*)?$/u;

/** Proposes the changed line, if the file has exactly one with this key. */
export function changeFile(
  { field, target, value }: WantedChange,
  known: readonly KnownTool[],
  [result]: readonly StepResult[],
): Done {
  const tools = readsAndEdits(known);
  const pair = tools && pairOf(tools.editor);
  const text = contentIn(result?.text ?? "");
  if (!tools || !pair) return proposesNothing("I have no tools for that.");
  if (text === undefined) return proposesNothing(`I could not read ${target}: ${reasonIn(result?.text ?? "")}`);
  const wanted = wordsIn(field).join(" ");
  const lines = text.split("\n");
  const found = lines.flatMap((line) => {
    const match = line.length > 1000 ? null : LINE.exec(line);
    return match && wordsIn(match[2]!).join(" ") === wanted ? [{ line, match }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1 || lines.filter((line) => line.includes(only.line)).length > 1) {
    const amount = found.length === 0 ? "no line" : "several lines";
    return proposesNothing(
      `${target} has ${amount} for “${field}”. Say: \`replace "this text" with "that text" in ${target}\`.`,
    );
  }
  const [, start = "", key = "", between = "", old = "", end = "", more = ""] = only.match;
  const quote = /^(["']).*\1$/.exec(old)?.[1] ?? "";
  const bare = quote === "" ? value : value.replaceAll(quote, "");
  const padding = more === "" ? end : " ".repeat(Math.max(1, old.length + end.length - bare.length));
  const line = `${start}${key}${between}${quote}${bare}${quote}${padding}${more}`;
  if (line === only.line) return proposesNothing(`“${field}” is ${value} already.`);
  const input = { [tools.path]: target, [pair.list]: [{ [pair.from]: only.line, [pair.to]: line }] };
  return { text: "", calls: [{ name: tools.editor.tool.name, input }], step: "call" };
}

/** Text of the file in a reading tool's outcome; undefined if there is none. */
export function contentIn(told: string): string | undefined {
  const outcome = parseJson(told);
  const result = isJsonObject(outcome) ? outcome["result"] : undefined;
  if (typeof result === "string") return result;
  if (!isJsonObject(result)) return undefined;
  return [result["content"], result["text"]].find((one) => typeof one === "string");
}

export function reasonIn(told: string): string {
  const outcome = parseJson(told);
  const error = isJsonObject(outcome) && isJsonObject(outcome["error"]) ? outcome["error"]["message"] : undefined;
  const message = isJsonObject(outcome) ? outcome["message"] : undefined;
  const text = [error, message, told].find((one) => typeof one === "string") ?? told;
  return text.split("\n")[0]!.slice(0, 300);
}
