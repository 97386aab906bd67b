import type { ApprovalRule, Approver, Role } from "@countersign/protocol";

/** A person whose approval could count, with the current role and teams. */
export interface Voter {
  id: string;
  name: string;
  /** Null if the person is no longer a member. */
  role: Role | null;
  /** Names of the person's teams. */
  teams: readonly string[];
  /** Id of the delegate who approved for this person. */
  delegateId?: string;
}

export interface Tally {
  needed: number;
  /** Approvals still to come; nothing is missing at 0. */
  missing: number;
  /** The missing approvals in plain words. */
  missingWords: string[];
}

export const readRule = (text: string | null): ApprovalRule | null =>
  text === null ? null : (JSON.parse(text) as ApprovalRule);

export const readApprovers = (text: string | null): Approver[] | null =>
  text === null ? null : (JSON.parse(text) as Approver[]);

/** Whether somebody with this role decides at all. */
export const isAble = ({ role }: { role: Role | null }): boolean => role === "approver" || role === "admin";

/** Whether this person is one of the approvers. False for anybody without the role approver or admin. */
export const isOneOf = (approvers: readonly Approver[], voter: Voter): boolean =>
  isAble(voter) && approvers.some((one) => isThis(one, voter));

const isThis = (one: Approver, voter: Voter): boolean =>
  "user" in one
    ? one.user === voter.id
    : "team" in one
      ? voter.teams.includes(one.team)
      : one.role === "approver" || voter.role === "admin";

export const neededBy = ({ needs, n, of }: ApprovalRule): number =>
  needs === "any_of" ? 1 : needs === "all_of" ? of.length : (n ?? of.length);

/**
 * Counts these people's approvals against the rule. With `all_of`, each person fills one entry, such that as many entries as
 * possible are filled.
 */
export function tally(
  rule: ApprovalRule,
  voters: readonly Voter[],
  nameOf: (id: string) => string,
  /** Approvers added by escalation; each may fill any entry. */
  escalatedTo: readonly Approver[] = [],
): Tally {
  const needed = neededBy(rule);
  const counted = distinct(voters).filter((voter) => isOneOf([...rule.of, ...escalatedTo], voter));
  if (rule.needs !== "all_of") {
    const missing = Math.max(0, needed - counted.length);
    return { needed, missing, missingWords: missing === 0 ? [] : [sayCount(missing, [...rule.of, ...escalatedTo], nameOf)] };
  }
  const lines = unfilled(rule.of, counted, escalatedTo);
  const or = escalatedTo.map((one) => ` or ${sayOne(one, nameOf)}`).join("");
  return { needed, missing: lines.length, missingWords: lines.map((one) => sayOne(one, nameOf) + or) };
}

/**
 * Counts these people's approvals against several rules, each of which must be satisfied. A person counts in every rule that
 * names them, so `needed` and `missing` are lower bounds where there are several.
 */
export function tallyAll(
  rules: readonly ApprovalRule[],
  voters: readonly Voter[],
  nameOf: (id: string) => string,
  escalatedTo: readonly Approver[] = [],
): Tally {
  const tallies = rules.map((rule) => tally(rule, voters, nameOf, escalatedTo));
  const [only] = tallies;
  if (only && tallies.length === 1) return only;
  const missing = Math.max(0, ...tallies.map((one) => one.missing));
  const needed = Math.max(0, ...tallies.map((one) => one.needed), missing === 0 ? 0 : distinct(voters).length + missing);
  return { needed, missing, missingWords: wordsOfAll(tallies.map((one) => one.missingWords)) };
}

/** Each text as often as it is in one of the lists: one more person may fill a place in two rules. */
function wordsOfAll(lists: readonly (readonly string[])[]): string[] {
  const words: string[] = [];
  for (const list of lists) {
    const told = [...words];
    for (const text of list) {
      const at = told.indexOf(text);
      if (at < 0) words.push(text);
      else told.splice(at, 1);
    }
  }
  return words;
}

/** Everybody whom the rules name. */
export const approversIn = (rules: readonly ApprovalRule[]): Approver[] => rules.flatMap(({ of }) => of);

/** Whether the last editor's approval does not count: one of the rules says so. */
export const excludesEditor = (rules: readonly ApprovalRule[]): boolean =>
  rules.some(({ notLastEditor }) => notLastEditor === true);

/** What is left when each person fills one entry: a maximum matching, which fills the narrowest entries first. */
function unfilled(of: readonly Approver[], voters: readonly Voter[], escalatedTo: readonly Approver[]): Approver[] {
  const entries = [...of].sort((one, other) => breadth(one) - breadth(other));
  const filledBy = new Map<Voter, Approver>();
  /** Finds somebody for the entry, moving others to another entry where necessary. */
  const fill = (entry: Approver, seen: Set<Voter>): boolean =>
    voters.some((voter) => {
      if (seen.has(voter) || !isOneOf([entry, ...escalatedTo], voter)) return false;
      seen.add(voter);
      const former = filledBy.get(voter);
      if (former !== undefined && !fill(former, seen)) return false;
      filledBy.set(voter, entry);
      return true;
    });
  return entries.filter((entry) => !fill(entry, new Set()));
}

const breadth = (one: Approver): number => ("user" in one ? 0 : "team" in one ? 1 : one.role === "admin" ? 2 : 3);

/** Describes in plain words whose approvals the rule requires. */
export function sayRule(rule: ApprovalRule, nameOf: (id: string) => string): string {
  const who =
    rule.needs === "all_of"
      ? rule.of.map((one) => sayOne(one, nameOf)).join(" and ")
      : sayCount(neededBy(rule), rule.of, nameOf);
  return rule.notLastEditor ? `${who}, but not who edited it last` : who;
}

export const sayOne = (one: Approver, nameOf: (id: string) => string): string =>
  "user" in one
    ? nameOf(one.user)
    : "team" in one
      ? `a member of ${one.team}`
      : one.role === "admin"
        ? "an administrator"
        : "a person who may decide";

/** `Ada or a member of security`; for several people, `2 of these: Ada, the members of security`. */
function sayCount(count: number, approvers: readonly Approver[], nameOf: (id: string) => string): string {
  if (count === 1) return approvers.map((one) => sayOne(one, nameOf)).join(" or ");
  const all = approvers.map((one) => sayAll(one, nameOf));
  return all.length === 1 ? `${count} of ${all[0]}` : `${count} of these: ${all.join(", ")}`;
}

const sayAll = (one: Approver, nameOf: (id: string) => string): string =>
  "user" in one
    ? nameOf(one.user)
    : "team" in one
      ? `the members of ${one.team}`
      : one.role === "admin"
        ? "the administrators"
        : "the people who may decide";

/** One person, one vote. */
const distinct = (voters: readonly Voter[]): Voter[] => [...new Map(voters.map((voter) => [voter.id, voter])).values()];

/**
 * Whether approvals that are insufficient under `was` may suffice under `now`, or additional people count. Returns true if this
 * cannot be determined, so that the change must be confirmed.
 */
export function isWiderRule(was: ApprovalRule, now: ApprovalRule): boolean {
  if (neededBy(now) < neededBy(was) || (was.notLastEditor === true && now.notLastEditor !== true)) return true;
  if (was.needs === "all_of") {
    // `{"role": "approver"}` needs no counterpart: whatever replaces it matches fewer people.
    return now.needs !== "all_of" || was.of.some((one) => breadth(one) < 3 && times(now, one) < times(was, one));
  }
  return now.of.some((one) => !was.of.some((other) => covers(other, one)));
}

/** How often the rule asks for exactly these people. */
const times = ({ of }: ApprovalRule, one: Approver): number =>
  of.filter((other) => covers(one, other) && covers(other, one)).length;

/** Whether the escalation list `now` adds people to those who decide under the rule and the list `was`. */
export const addsPeople = (rule: ApprovalRule, was: readonly Approver[], now: readonly Approver[]): boolean =>
  now.some((one) => ![...was, ...(rule.needs === "all_of" ? [] : rule.of)].some((other) => covers(other, one)));

/** Whether everybody who matches `one` also matches `other`. Ignores who is in a team now, because that changes. */
function covers(other: Approver, one: Approver): boolean {
  if ("user" in other) return "user" in one && one.user === other.user;
  if ("team" in other) return "team" in one && one.team === other.team;
  return other.role === "approver" || ("role" in one && one.role === "admin");
}
