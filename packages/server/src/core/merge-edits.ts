import { jsonPointer, type JsonObject } from "@countersign/protocol";

export interface EditRules {
  /** Top-level keys that edits must not change. */
  protectedKeys: readonly string[];
  /** Top-level keys that the tool's schema names; null if it allows any. */
  knownKeys: readonly string[] | null;
}

export type MergedEdits = { ok: true; value: JsonObject } | { ok: false; errors: { path: string; message: string }[] };

/**
 * Merges the reviewer's edits into the proposed input, one level deep: an array or object is replaced whole. Reports all faults
 * at once. Mutates neither argument.
 */
export function mergeEdits(toolInput: JsonObject, userEdits: JsonObject, rules: EditRules): MergedEdits {
  const errors: { path: string; message: string }[] = [];
  for (const key of Object.keys(userEdits)) {
    const message = reasonAgainst(key, toolInput, rules);
    if (message !== undefined) errors.push({ path: jsonPointer(["userEdits", key]), message });
  }
  // Spread copies own keys as data; assigning would turn a key named `__proto__` into a prototype.
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: { ...toolInput, ...userEdits } };
}

function reasonAgainst(key: string, toolInput: JsonObject, rules: EditRules): string | undefined {
  if (rules.protectedKeys.includes(key)) return "is protected by the tool and cannot be edited";
  const known = Object.hasOwn(toolInput, key) || rules.knownKeys === null || rules.knownKeys.includes(key);
  return known ? undefined : "is not an input of this tool";
}
