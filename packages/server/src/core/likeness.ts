import type { Json } from "@countersign/protocol";

const MAX_LEAVES = 2000;
const MAX_CHARACTERS = 2000;

/** Minimum likeness at which a call counts as nearly the rejected one. */
export const NEAR_LIKENESS = 0.7;

/** Similarity of two values, 0 to 1: the mean over all leaves that either value has. Two different numbers score 0.5. */
export function likeness(one: Json, other: Json): number {
  const [a, b] = [leavesOf(one), leavesOf(other)];
  const places = new Set([...a.keys(), ...b.keys()]);
  if (places.size === 0) return 1;
  let sum = 0;
  for (const place of places) sum += likenessOfLeaves(a.get(place), b.get(place));
  return sum / places.size;
}

function likenessOfLeaves(a: Json | undefined, b: Json | undefined): number {
  if (a === b) return 1;
  if (typeof a === "number" && typeof b === "number") return 0.5;
  return typeof a === "string" && typeof b === "string" ? likenessOfTexts(a, b) : 0;
}

/** Dice coefficient of the character pairs. */
function likenessOfTexts(a: string, b: string): number {
  const pairs = pairsOf(a);
  const others = pairsOf(b);
  let shared = 0;
  for (const [pair, times] of pairs) shared += Math.min(times, others.get(pair) ?? 0);
  const all = sum(pairs) + sum(others);
  return all === 0 ? 0 : (2 * shared) / all;
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  const shown = text.slice(0, MAX_CHARACTERS);
  for (let n = 0; n + 1 < shown.length; n += 1) pairs.set(shown.slice(n, n + 2), (pairs.get(shown.slice(n, n + 2)) ?? 0) + 1);
  return pairs;
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

/** Leaf values by path; an empty object or list is a leaf. */
function leavesOf(value: Json): Map<string, Json> {
  const leaves = new Map<string, Json>();
  const open: [string, Json][] = [["", value]];
  for (let next = open.pop(); next !== undefined && leaves.size < MAX_LEAVES; next = open.pop()) {
    const [place, at] = next;
    const members = typeof at === "object" && at !== null ? Object.entries(at) : [];
    if (members.length > 0) open.push(...members.map(([key, member]): [string, Json] => [`${place}/${key}`, member]));
    else leaves.set(place, typeof at === "object" && at !== null ? JSON.stringify(at) : at);
  }
  return leaves;
}
