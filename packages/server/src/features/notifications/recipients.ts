import type { ChannelMode } from "@countersign/protocol";
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
  return people.filter((person) => mayDecide(action, person, people));
}

/** Whether the approval of one of these people would count now, their own or for a delegator; false if the action does not wait. */
export function mayDecide(action: NotifiedAction, person: NotifiedPerson, people: readonly NotifiedPerson[]): boolean {
  if (action.status !== "pending") return false;
  const { id, name, role, teams, countedRole, countedTeams } = person;
  const by: Decider = { kind: "user", id, name, role, teams, workspaceId: action.workspaceId, groups: [] };
  const approval = {
    verdict: "approve" as const,
    digest: action.digest,
    counted: { role: countedRole, teams: countedTeams, from: action.createdAt },
  };
  const subject = subjectOf(action);
  const delegators = people.filter((other) => isAble(other) && person.delegators.includes(other.id));
  return [undefined, ...delegators.map(countedVoter)].some((delegator) => decide(subject, by, { ...approval, delegator }).ok);
}

type Preference = NotifiedPerson["preference"];
/** `connectionId`: of the channel. `isLoud`: told also to whoever turned the channel off. */
interface Reach {
  connectionId: string;
  isLoud?: boolean;
}

/** Why a channel's messages do not reach a person; undefined if they do. */
export function whyUnreached(
  { preference, account, devices }: Pick<NotifiedPerson, "preference" | "account" | "devices">,
  { reaches }: Pick<ChannelKind, "reaches">,
  { connectionId, isLoud = false }: Reach,
): string | undefined {
  if (!isLoud && modeOf(preference, connectionId) === "off") return "The person turned this channel off.";
  if (reaches === "account" && account === null) return "The person no longer has a connected account.";
  if (reaches === "devices" && devices.length === 0) return "The person no longer has a connected device.";
  return undefined;
}

/** How a channel tells a person what waits. */
export const modeOf = ({ channels }: Preference, connectionId: string): ChannelMode =>
  channels.find(({ channelId }) => channelId === connectionId)?.mode ?? "each";

/** Minutes for which an action must have waited before a channel tells a person of it; undefined: as the channel is set. */
export const delayOf = ({ channels }: Preference, connectionId: string): number | undefined =>
  channels.find(({ channelId }) => channelId === connectionId)?.delayMinutes ?? undefined;

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

/** Whether a person is told of this by the daily summary alone. What concerns them by name, or waited too long, is told at once. */
export const waitsForSummary = (kind: string, preference: Preference, connectionId: string): boolean =>
  (kind === "asked" || kind === "reminded") && modeOf(preference, connectionId) === "daily";
