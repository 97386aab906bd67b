import { isAble } from "../../core/approval-rule.ts";
import { countedVoter } from "../../core/authorize.ts";
import { decide, type Decider } from "../../core/decide.ts";
import { subjectOf } from "../../engine/decisions/decider.ts";
import type { ChannelKind } from "../../ports/channel.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { SYSTEM } from "../../store/statements/row.ts";

/** People whose approval of a waiting action would count now, their own or for a delegator; empty if it does not wait. */
export function decidersOf(action: NotifiedAction, people: readonly NotifiedPerson[]): NotifiedPerson[] {
  if (action.status !== "pending") return [];
  const subject = subjectOf(action);
  return people.filter((person) => {
    const { id, name, role, teams, countedRole, countedTeams } = person;
    const by: Decider = { kind: "user", id, name, role, teams, workspaceId: action.workspaceId, groups: [] };
    const approval = {
      verdict: "approve" as const,
      digest: action.digest,
      counted: { role: countedRole, teams: countedTeams, from: action.createdAt },
    };
    const delegators = people.filter((other) => isAble(other) && person.delegators.includes(other.id));
    return [undefined, ...delegators.map(countedVoter)].some((delegator) => decide(subject, by, { ...approval, delegator }).ok);
  });
}

/** Whether a channel's messages reach a person, who may have muted it or have connected nothing to it; always true for a room. */
export const isReached = (
  { preference, ...person }: Partial<Connected> & { preference?: NotifiedPerson["preference"] | undefined },
  channel: Pick<ChannelKind, "reaches">,
  connectionId: string,
): boolean => !preference?.muted.includes(connectionId) && missingIn(person, channel) === undefined;

type Connected = Pick<NotifiedPerson, "account" | "devices">;

/** What a person must connect before the channel reaches them; undefined if nothing. */
export function missingIn(
  { account, devices }: Partial<Connected>,
  { reaches }: Pick<ChannelKind, "reaches">,
): "account" | "device" | undefined {
  if (reaches === "account" && account === null) return "account";
  return reaches === "devices" && devices?.length === 0 ? "device" : undefined;
}

/** People whose approvals an execution was based on; administrators if a policy or a grant approved. */
export function responsibleFor(action: NotifiedAction, people: readonly NotifiedPerson[]): NotifiedPerson[] {
  const approvals = action.decisions.filter(
    ({ verdict, voteRound }) => verdict === "approve" && voteRound === action.voteRound,
  );
  const ids = new Set(approvals.flatMap(({ byId, onBehalfOf }) => [byId, onBehalfOf]));
  const deciders = people.filter((person) => isAble(person) && ids.has(person.id));
  return deciders.length > 0 ? deciders : people.filter(({ role }) => role === "admin");
}

/** Whether the action was approved, by people, a policy or a grant. */
export const wasApproved = ({ status, resolvedKind, resolvedBy }: NotifiedAction): boolean =>
  status !== "rejected" &&
  status !== "refined" &&
  (resolvedKind === "user" || (resolvedKind === SYSTEM.kind && resolvedBy !== SYSTEM.id));

/** Whether this person approved a version that is not the one to decide on any more. */
export const approvedBefore = ({ decisions, voteRound }: NotifiedAction, { id }: NotifiedPerson): boolean =>
  decisions.some((one) => one.verdict === "approve" && one.byId === id && one.voteRound < voteRound);
