import { jsonPointer, isJsonObject, type Finding, type Json, type JsonObject } from "@countersign/protocol";
import { sha256OfJson } from "./digest.ts";
import { scanText } from "./vet-text.ts";

/** Fingerprint of a definition: SHA-256 of its canonical JSON, with every field its upstream sends, annotations included. */
export const fingerprintOf = (definition: JsonObject): string => sha256OfJson(definition);

const MAX_STRINGS = 5000;
const MAX_FINDINGS = 20;

/** Findings for an administrator to review before an agent reads this definition. Scans every text, keys included. */
export function vetDefinition(definition: JsonObject, otherTools: readonly string[] = []): Finding[] {
  const found: Record<Finding["severity"], Finding[]> = { danger: [], warning: [] };
  let strings = 0;
  const look = (text: string, path: string, isKey: boolean): void => {
    strings += 1;
    // Stops at a number of dangers. Warnings do not count, so that they cannot hide a danger after them.
    if (strings > MAX_STRINGS || found.danger.length >= MAX_FINDINGS) return;
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
  if (strings > MAX_STRINGS) {
    found.danger.unshift({ severity: "danger", message: "The definition contains more text than can be scanned." });
  }
  return [...found.danger, ...found.warning].slice(0, MAX_FINDINGS);
}
