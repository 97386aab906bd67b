import type { ApprovalRule, Approver, Role } from "@countersign/protocol";

/** A person whose approval could count, as they are at this moment. */
export interface Voter {
  id: string;
  name: string;
  /** Null where they are no member any more. */
  role: Role | null;
  /** Who approved in this person's place. */
  castBy?: string;
}

export interface Tally {
  needed: number;
  /** Approvals still to come; nothing is missing at 0. */
  missing: number;
  /** The same in plain words. */
  missingWords: string[];
}

const isAble = ({ role }: Voter): boolean => role === "approver" || role === "admin";

/** Whether this person is one of those. Whoever may not decide at all is none of them. */
export const isOneOf = (approvers: readonly Approver[], voter: Voter): boolean =>
  isAble(voter) &&
  approvers.some((one) =>
    "user" in one ? one.user === voter.id : one.role === "approver" || (one.role === "admin" && voter.role === "admin"),
  );

export const neededBy = ({ needs, n, of }: ApprovalRule): number =>
  needs === "any_of" ? 1 : needs === "all_of" ? of.length : (n ?? of.length);

/**
 * What the approvals of these people amount to; `approvals_missing` in migration 0013 counts the same. With `all_of` each person
 * stands for one line: first those who are named, then administrators, whoever is left over for the role approver.
 */
export function tally(
  rule: ApprovalRule,
  voters: readonly Voter[],
  nameOf: (id: string) => string,
  /** Asked after a time: each of these stands for any line. */
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

/** Whose approvals the rule asks for, in plain words. */
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
 * Whether approvals that are not enough under `was` can be enough under `now`, or people count who did not. Where it can not be
 * told apart, it is said to be so: then the change is confirmed.
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

/** Whether this list adds people to those who decide under a rule. */
export const addsPeople = (rule: ApprovalRule, was: readonly Approver[], now: readonly Approver[]): boolean =>
  now.some((one) => ![...was, ...(rule.needs === "all_of" ? [] : rule.of)].some((other) => covers(other, one)));

/** Whether whoever is `one` is `other`, too. */
const covers = (other: Approver, one: Approver): boolean =>
  "user" in other
    ? "user" in one && one.user === other.user
    : "role" in one && (other.role === "approver" || one.role === "admin");
