import { sha256Hex } from "./digest.ts";

/** Sequences that look alike, in names of letters, digits, `_`, `.` and `-`. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/[-.]/g, "_"],
  [/_{2,}/g, "_"],
  [/[1i]/g, "l"],
  [/0/g, "o"],
  [/5/g, "s"],
  [/rn/g, "m"],
  [/vv/g, "w"],
];

/** The skeleton of a name: two names with the same skeleton look alike to a quick reader. */
export const nameSkeleton = (name: string): string =>
  LOOK_ALIKES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name.toLowerCase());

const GATE_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const MAX_MODEL_NAME = 64;
const MODEL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const PRINT_LENGTH = 10;

/** The name of an upstream's tool on the gate; undefined for the empty name. */
export function gateName(prefix: string, ownName: string): string | undefined {
  if (ownName === "") return undefined;
  const name = prefix === "" ? ownName : `${prefix}_${ownName}`;
  return GATE_NAME.test(name) && /[A-Za-z0-9]/.test(ownName) ? name : aliasOf(name, "");
}

/**
 * A name that every model provider accepts: 1 to 64 letters, digits, `_` and `-`, beginning with a letter or `_`. Any other
 * name is rewritten with a hash of itself at the end, so that rewritten names stay distinct.
 */
export const nameForModels = (name: string): string => (MODEL_NAME.test(name) ? name : aliasOf(name, ""));

/** The names under which agents see these tools, in the same order; no two are equal. */
export function exposeNames(names: readonly string[]): string[] {
  const first = new Map<string, number>();
  for (const [n, name] of names.entries()) if (MODEL_NAME.test(name) && !first.has(name)) first.set(name, n);
  const taken = new Set(first.keys());
  return names.map((name, n) => {
    if (first.get(name) === n) return name;
    let alias = nameForModels(name);
    for (let salt = 1; taken.has(alias); salt += 1) alias = aliasOf(name, String(salt));
    taken.add(alias);
    return alias;
  });
}

function aliasOf(name: string, salt: string): string {
  const print = sha256Hex(name + salt).slice(0, PRINT_LENGTH);
  const plain = name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^(?![A-Za-z_])/, "_");
  return `${plain.slice(0, MAX_MODEL_NAME - PRINT_LENGTH - 1)}_${print}`;
}

/** Returns the name in `taken` that equals or looks like this one, or undefined. */
export function findNameLike(name: string, taken: Iterable<string>): string | undefined {
  const skeleton = nameSkeleton(name);
  for (const other of taken) if (nameSkeleton(other) === skeleton) return other;
  return undefined;
}

/** Name of the tool that opens a checkpoint, for agents of MCP and of the chat. */
export const CHECKPOINT_TOOL_NAME = "approval_checkpoint";

/** Names of the gate's own tools, which no other tool may take. */
export const RESERVED_NAMES: readonly string[] = [
  "approval_wait",
  "approval_list",
  "approval_reply",
  CHECKPOINT_TOOL_NAME,
  "tools_search",
  "tools_call",
];
