import type { Json } from "@countersign/protocol";

/** One entry of a list that is compared as a set: an option, a tag, a referenced element. */
export interface ListChange {
  item: string;
  kind: "added" | "removed" | "same";
}

/** Entries of either list, each once: in the order of the new list, then the removed ones. */
export function listChanges(before: readonly string[], after: readonly string[]): ListChange[] {
  const old = new Set(before);
  const fresh = new Set(after);
  return [
    ...[...fresh].map((item): ListChange => ({ item, kind: old.has(item) ? "same" : "added" })),
    ...[...old].filter((item) => !fresh.has(item)).map((item): ListChange => ({ item, kind: "removed" })),
  ];
}

/** Whether the entries that both lists have are in different orders. */
export function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const kept = before.filter((item) => after.includes(item));
  const now = after.filter((item) => before.includes(item));
  return kept.some((item, index) => item !== now[index]);
}

/** Reads one text or several different ones, the form of options and ids. Empty for a missing value; null for anything else. */
export function readItems(value: Json | undefined): string[] | null {
  if (value === undefined || value === null) return [];
  const items = Array.isArray(value) ? value : [value];
  const texts = items.filter((item) => typeof item === "string");
  return texts.length === items.length && new Set(texts).size === texts.length ? texts : null;
}
