import type { Mutant } from "./mutants.ts";

const core = (name: string): string => `packages/server/src/core/${name}.ts`;
const decision = (name: string): string => `packages/server/src/engine/decisions/${name}.ts`;
const notification = (name: string): string => `packages/server/src/features/notifications/${name}.ts`;
const TESTS = "packages/server/test/engine/break-glass.contract.test.ts";
const TOLD = "packages/server/test/notifications/break-glass.pg.test.ts";
const MEMBERS = "packages/server/test/identity/break-glass.pg.test.ts";

/** Guards of approvals in an emergency. */
export const BREAK_GLASS_MUTANTS: readonly Mutant[] = [
  {
    name: "break glass: only with the right",
    file: core("decide"),
    find: `by.mayBreakGlass === true && by.scope === undefined`,
    replace: `by.scope === undefined`,
    test: TESTS,
    only: "G46 without the right",
  },
  {
    name: "break glass: not by a token",
    file: core("decide"),
    find: `by.mayBreakGlass === true && by.scope === undefined`,
    replace: `by.mayBreakGlass === true`,
    test: TESTS,
    only: "G46 without the right",
  },
  {
    name: "break glass: who cannot decide has no use of the right",
    file: core("decide"),
    find: `if (!mayDecide(by)) return refuse("FORBIDDEN", "Only a person with the role approver or admin decides.");`,
    replace: ``,
    test: TESTS,
    only: "G46 without the right",
  },
  {
    name: "break glass: the right counts after the wait",
    file: "packages/server/src/store/statements/read-actions.ts",
    find: `memberOf("counted_break_glass(m.break_glass, m.former_break_glass, m.counts_from)", deciderId)`,
    replace: `memberOf("coalesce(m.break_glass, false)", deciderId)`,
    test: TESTS,
    only: "G46 without the right",
  },
  {
    name: "break glass: the right is judged again before the run",
    file: core("authorize"),
    find: `return hand && isAble(hand) && hand.mayBreakGlass === true`,
    replace: `return hand && isAble(hand)`,
    test: TESTS,
    only: "G46 who loses the right",
  },
  {
    name: "break glass: no other approval passes for one",
    file: core("authorize"),
    find: `one.byId === resolvedBy && one.channel === BREAK_GLASS`,
    replace: `one.byId === resolvedBy`,
    test: "packages/server/test/engine/authorize.contract.test.ts",
    only: "G8 G18 is judged by the facts",
  },
  {
    name: "break glass: it runs now",
    file: decision("decisions"),
    find: `...(breaksGlass && { dropsNotBefore: true }),`,
    replace: ``,
    test: TESTS,
    only: "G46 one person with the right",
  },
  {
    name: "break glass: not reviewed by who broke it",
    file: decision("glass-reviews"),
    find: `if (use.by.id === by.id)`,
    replace: `if (use.by.id === "")`,
    test: TESTS,
    only: "G46 a broken glass is reviewed once",
  },
  {
    name: "break glass: reviewed once",
    file: decision("glass-reviews"),
    find: `if (use.review) return`,
    replace: `if (use.review && use.title === "") return`,
    test: TESTS,
    only: "G46 a broken glass is reviewed once",
  },
  {
    name: "break glass: of two reviews at once, one counts",
    file: decision("glass-reviews"),
    find: `await lockAuditHead(transaction, workspaceId);`,
    replace: ``,
    test: TESTS,
    only: "G46 a broken glass is reviewed once",
  },
  {
    name: "break glass: everybody who decides is told",
    file: notification("who-is-told"),
    find: `(isAble(person) || asked.has(person.id))`,
    replace: `asked.has(person.id)`,
    test: TOLD,
    only: "G46 everybody who decides is told",
  },
  {
    name: "break glass: also by a channel that tells of other tools only",
    file: notification("plan-events"),
    find: `&& !brokeGlass(event)) return [];`,
    replace: `) return [];`,
    test: TOLD,
    only: "G46 everybody who decides is told",
  },
  {
    name: "break glass: also whoever muted the channel",
    file: notification("plan-events"),
    find: `isReached(isLoud ? { ...one, preference: undefined } : one, channel, facts.connectionId)`,
    replace: `isReached(one, channel, facts.connectionId)`,
    test: TOLD,
    only: "G46 everybody who decides is told",
  },
  {
    name: "break glass: a muted channel sends it",
    file: notification("send-together"),
    find: `if (row.kind !== "glass_broken" && person?.preference`,
    replace: `if (person?.preference`,
    test: TOLD,
    only: "G46 everybody who decides is told",
  },
  {
    name: "break glass: in quiet hours, too",
    file: notification("send-together"),
    find: `const now = wait > 0 ? loud : told;`,
    replace: `const now = wait > 0 ? [] : told;`,
    test: TOLD,
    only: "G46 everybody who decides is told",
  },
  {
    name: "break glass: the right is confirmed, and counts later",
    file: core("protection"),
    find: `...(breakGlass && !was.breakGlass`,
    replace: `...(breakGlass && !was.breakGlass && id === ""`,
    test: MEMBERS,
    only: "G46 the right is given",
  },
  {
    name: "break glass: who may only read gets no such right",
    file: "packages/server/src/identity/members.ts",
    find: `if (breakGlass && role === "viewer") {`,
    replace: `if (breakGlass && role === "viewer" && confirm === undefined) {`,
    test: MEMBERS,
    only: "G46 the right is given",
  },
];
