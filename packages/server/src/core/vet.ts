import { isJsonObject, type Finding, type Json, type JsonObject } from "@countersign/protocol";
import { canonicalJson } from "./canonical-json.ts";
import { sha256Hex } from "./digest.ts";
import { jsonPointer } from "./json-pointer.ts";
import { scanText } from "./vet-text.ts";

/** Names one definition: every field its upstream sends, annotations included, in canonical form. */
export const fingerprintOf = (definition: JsonObject): string => sha256Hex(canonicalJson(definition));

const MOST_STRINGS = 5000;
const MOST_FINDINGS = 20;

/** What an administrator should look at before an agent reads this definition. Every text in it is looked at, keys too. */
export function vetDefinition(definition: JsonObject, otherTools: readonly string[] = []): Finding[] {
  const found: Record<Finding["severity"], Finding[]> = { danger: [], warning: [] };
  let strings = 0;
  const look = (text: string, path: string, isKey: boolean): void => {
    strings += 1;
    // Enough of one danger is enough; warnings in front of it must not hide it.
    if (strings > MOST_STRINGS || found.danger.length >= MOST_FINDINGS) return;
    for (const { severity, message } of scanText(text, { isName: isKey || path === "/name", otherTools })) {
      found[severity].push({ severity, message, path });
    }
  };
  const walk = (value: Json, path: readonly string[]): void => {
    if (typeof value === "string") look(value, jsonPointer(path), false);
    else if (Array.isArray(value)) value.forEach((one, n) => walk(one, [...path, String(n)]));
    else if (isJsonObject(value)) {
      for (const [key, one] of Object.entries(value)) {
        look(key, jsonPointer([...path, key]), true);
        walk(one, [...path, key]);
      }
    }
  };
  walk(definition, []);
  if (strings > MOST_STRINGS) {
    found.danger.unshift({ severity: "danger", message: "It holds more text than can be looked through." });
  }
  return [...found.danger, ...found.warning].slice(0, MOST_FINDINGS);
}
