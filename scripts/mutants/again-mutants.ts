import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const engineTest = (name: string): string => `packages/server/test/engine/${name}.test.ts`;

/** Guards of call lists, of rebased and repeated proposals, and of who may propose and read. */
export const AGAIN_MUTANTS: readonly Mutant[] = [
  {
    name: "lists: one call that is not valid refuses all",
    file: source("engine/proposals/propose"),
    find: "if (errors.length > 0) return refuse(",
    replace: "if (errors.length === calls.length) return refuse(",
    test: engineTest("lists.contract"),
    only: "G6 one entry that is not valid",
  },
  {
    name: "lists: each call is asked once",
    file: source("engine/proposals/held-calls"),
    find: "const named = await keyed(parts, by, call, rounds[n]!);",
    replace: "const named = ok(call);",
    test: engineTest("lists.contract"),
    only: "G10 equal lists at once",
  },
  {
    name: "carrying over: the tool was asked about the very target it is put over",
    file: source("engine/decisions/describe-again"),
    find: "if (carried.over !== null && carried.over !== snapshot) {",
    replace: "if (carried.over === snapshot && carried.over === null) {",
    test: engineTest("carry-over.contract"),
    only: "G6 a tool that breaks",
  },
  {
    name: "carrying over: where nothing is left nothing is stored",
    file: source("engine/decisions/describe-again"),
    find: "if (!carried.input.ok) return carried.input;\n  const input = carried.input.value;",
    replace: "const input = carried.input.ok ? carried.input.value : (JSON.parse(row.toolInput) as JsonObject);",
    test: engineTest("carry-over.contract"),
    only: "G8 where nothing is left",
  },
  {
    name: "proposed again: two of one call do not take one place",
    file: source("store/statements/sent-back"),
    find: "row_number() over (partition by b.workspace_id, b.proposed_by",
    replace: "1 + 0 * row_number() over (partition by b.workspace_id, b.proposed_by",
    test: engineTest("sent-back.contract"),
    only: "several of one call",
  },
  {
    name: "proposed again: the same call over MCP is a question of its own",
    file: source("engine/proposals/held-calls"),
    find: "if (readRoundKey(action.idempotencyKey)) return action;",
    replace: "",
    test: engineTest("sent-back.contract"),
    only: "G10 the same call asked again",
  },
  {
    name: "private sessions: whoever the agent does not act for",
    file: source("store/statements/private-sessions"),
    find: "k.private_sessions and k.acts_for is distinct from",
    replace: "k.private_sessions and k.acts_for is null and '' is distinct from",
    test: engineTest("private-sessions.contract"),
    only: "only the person it acts for",
  },
];
