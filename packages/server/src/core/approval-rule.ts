import type { ApprovalRule, Approver, Role } from "@countersign/protocol";

/** A person whose approval could count, with the current role. */
export interface Voter {
  id: string;
  name: string;
  /** Null if the person is no longer a member. */
  role: Role | null;
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
  isAble(voter) &&
  approvers.some((one) =>
    "user" in one ? one.user === voter.id : one.role === "approver" || (one.role === "admin" && voter.role === "admin"),
  );

export const neededBy = ({ needs, n, of }: ApprovalRule): number =>
  needs === "any_of" ? 1 : needs === "all_of" ? of.length : (n ?? of.length);

/**
 * Counts these people's approvals against the rule. With `all_of`, each person fills one entry: named people first, then
 * administrators; everybody left fills the role approver.
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
    const words = [...rule.of, ...escalatedTo].map((one) => sayOne(one, nameOf)).join(" or ");
    return { needed, missing, missingWords: missing === 0 ? [] : [missing === 1 ? words : `${missing} of ${words}`] };
  }
  const named = rule.of.flatMap((one) => ("user" in one ? [one] : []));
  const absent = named.filter(({ user }) => counted.every(({ id }) => id !== user));
  const beside = counted.filter(({ id }) => named.every(({ user }) => user !== id));
  const rest = beside.filter((voter) => !isOneOf(escalatedTo, voter));
  const forAny = beside.length - rest.length;
  const wanted = (role: Role): number => rule.of.filter((one) => "role" in one && one.role === role).length;
  const admins = rest.filter(({ role }) => role === "admin").length;
  const adminsMissing = Math.max(0, wanted("admin") - admins);
  const spare = rest.length - Math.min(admins, wanted("admin"));
  const approversMissing = Math.max(0, wanted("approver") - spare);
  const lines = [
    ...absent,
    ...times<Approver>(adminsMissing, { role: "admin" }),
    ...times<Approver>(approversMissing, { role: "approver" }),
  ].slice(forAny);
  const others = escalatedTo.map((one) => ` or ${sayOne(one, nameOf)}`).join("");
  return { needed, missing: lines.length, missingWords: lines.map((one) => sayOne(one, nameOf) + others) };
}

/** Describes in plain words whose approvals the rule requires. */
export function sayRule(rule: ApprovalRule, nameOf: (id: string) => string): string {
  const words = rule.of.map((one) => sayOne(one, nameOf));
  const who =
    rule.needs === "all_of"
      ? words.join(" and ")
      : rule.needs === "any_of"
        ? words.join(" or ")
        : `${neededBy(rule)} of ${words.join(" or ")}`;
  return rule.notLastEditor ? `${who}, but not who edited it last` : who;
}

export const sayOne = (one: Approver, nameOf: (id: string) => string): string =>
  "user" in one ? nameOf(one.user) : one.role === "admin" ? "an administrator" : "a person who may decide";

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** One person, one vote. */
const distinct = (voters: readonly Voter[]): Voter[] => [...new Map(voters.map((voter) => [voter.id, voter])).values()];

/**
 * Whether approvals that are insufficient under `was` may suffice under `now`, or additional people count. Returns true if this
 * cannot be determined, so that the change must be confirmed.
 */
export function isWiderRule(was: ApprovalRule, now: ApprovalRule): boolean {
  if (neededBy(now) < neededBy(was) || (was.notLastEditor === true && now.notLastEditor !== true)) return true;
  if (was.needs === "all_of") {
    const isAsked = (user: string): boolean => now.of.some((one) => "user" in one && one.user === user);
    return now.needs !== "all_of" || admins(now) < admins(was) || was.of.some((one) => "user" in one && !isAsked(one.user));
  }
  return now.of.some((one) => !was.of.some((other) => covers(other, one)));
}

const admins = ({ of }: ApprovalRule): number => of.filter((one) => "role" in one && one.role === "admin").length;

/** Whether the escalation list `now` adds people to those who decide under the rule and the list `was`. */
export const addsPeople = (rule: ApprovalRule, was: readonly Approver[], now: readonly Approver[]): boolean =>
  now.some((one) => ![...was, ...(rule.needs === "all_of" ? [] : rule.of)].some((other) => covers(other, one)));

/** Whether everybody who matches `one` also matches `other`. */
const covers = (other: Approver, one: Approver): boolean =>
  "user" in other
    ? "user" in one && one.user === other.user
    : "role" in one && (other.role === "approver" || one.role === "admin");
