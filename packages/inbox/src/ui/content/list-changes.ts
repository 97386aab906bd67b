import type { Json } from "@countersign/protocol";

/** One entry of a list that is read as a set: an option, a tag, an element somebody refers to. */
export interface ListChange {
  item: string;
  kind: "added" | "removed" | "same";
}

/** What is in either list, each once: in the new one's order, then what it lost. */
export function listChanges(before: readonly string[], after: readonly string[]): ListChange[] {
  const old = new Set(before);
  const fresh = new Set(after);
  return [
    ...[...fresh].map((item): ListChange => ({ item, kind: old.has(item) ? "same" : "added" })),
    ...[...old].filter((item) => !fresh.has(item)).map((item): ListChange => ({ item, kind: "removed" })),
  ];
}

/** Whether what is in both lists stands in another order. */
export function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const kept = before.filter((item) => after.includes(item));
  const now = after.filter((item) => before.includes(item));
  return kept.some((item, index) => item !== now[index]);
}

/** One text or several different ones, as options and ids are kept; null for anything else. */
export function readItems(value: Json | undefined): string[] | null {
  if (value === undefined || value === null) return [];
  const items = Array.isArray(value) ? value : [value];
  const texts = items.filter((item) => typeof item === "string");
  return texts.length === items.length && new Set(texts).size === texts.length ? texts : null;
}
