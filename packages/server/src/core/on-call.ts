import type { Role } from "@countersign/protocol";

/** The two teams of an on-call connection. */
export interface OnCallPair {
  /** Whose members may be on call. */
  baseTeam: string;
  /** Whose members are those on call now. */
  onCallTeam: string;
}

/** Stored result of the schedule of one connection. */
export interface OnCallState extends OnCallPair {
  connectionId: string;
  connectionName: string;
  /** Nobody is on call before. */
  startsAt: Date;
  userIds: string[];
  /** Mail addresses on call that are of no member of the base team who may decide. */
  ignored: string[];
  /** Why the schedule cannot be used, for an administrator. */
  problem: string | null;
  changedAt: Date;
}

/** Answer of a schedule: mail addresses, or why it cannot be read. */
export type ScheduleAnswer = { emails: readonly string[] } | { problem: string };

interface OnCallMember {
  userId: string;
  email: string;
  role: Role;
  teams: readonly string[];
  formerTeams: readonly string[];
}

interface OnCallConnection {
  id: string;
  name: string;
  enabled: boolean;
  /** Undefined if the stored settings cannot be used. */
  pair: OnCallPair | undefined;
  /** Undefined if the schedule was not read in this pass. */
  answer: ScheduleAnswer | undefined;
}

interface Judged {
  /** Oldest first. */
  connections: readonly OnCallConnection[];
  states: readonly OnCallState[];
  members: readonly OnCallMember[];
  now: Date;
  /** When a pair of teams that is new now begins to be used. */
  newStartsAt: Date;
}

export interface MemberTeams {
  userId: string;
  teams: string[];
  formerTeams: string[];
}

const mayDecide = (role: Role): boolean => role !== "viewer";
const without = (names: readonly string[], taken: ReadonlySet<string>): string[] => names.filter((name) => !taken.has(name));

/**
 * Returns who is on call by each connection, and the teams of every member that follow. On-call teams are given only to members of
 * the base team who may decide; everybody else loses them. A schedule that was not read, or cannot be read, keeps those of its
 * former members who are still in the base team.
 */
export function settleOnCall(judged: Judged): { states: OnCallState[]; members: MemberTeams[] } {
  const { connections, states, members } = judged;
  const pairs = connections.flatMap(({ pair }) => pair ?? []);
  const managed = new Set([...states, ...pairs].map(({ onCallTeam }) => onCallTeam));
  // What an administrator gave: a base team that is itself an on-call team has no members.
  const given = members.map((member) => ({ ...member, teams: without(member.teams, managed) }));
  const next = connections.flatMap((connection) => stateOf(connection, { ...judged, members: given }) ?? []);
  return {
    states: next,
    members: given.map(({ userId, teams, formerTeams }) => {
      const held = next.filter(({ userIds }) => userIds.includes(userId));
      // In a rule, the on-call team counts exactly when the base team does.
      const counted = held.filter(({ baseTeam }) => formerTeams.includes(baseTeam));
      return {
        userId,
        teams: namesOf(teams, held),
        formerTeams: namesOf(without(formerTeams, managed), counted),
      };
    }),
  };
}

const namesOf = (teams: readonly string[], held: readonly OnCallPair[]): string[] =>
  [...new Set([...teams, ...held.map(({ onCallTeam }) => onCallTeam)])].sort();

function stateOf(connection: OnCallConnection, judged: Judged): OnCallState | undefined {
  const { id, name, enabled } = connection;
  const answer = enabled ? connection.answer : undefined;
  const was = judged.states.find(({ connectionId }) => connectionId === id);
  const pair = connection.pair ?? was;
  if (!pair) return undefined;
  const { baseTeam, onCallTeam } = pair;
  const isSame = was !== undefined && was.baseTeam === baseTeam && was.onCallTeam === onCallTeam;
  const startsAt = isSame ? was.startsAt : judged.newStartsAt;
  const conflict = enabled ? conflictOf(connection, pair, judged) : undefined;
  const able = judged.members.filter(({ role, teams }) => mayDecide(role) && teams.includes(baseTeam));
  const emails = answer && "emails" in answer ? answer.emails.map((email) => email.toLowerCase()) : undefined;
  const isUsed = enabled && conflict === undefined && startsAt <= judged.now;
  const chosen = able.filter(({ userId, email }) =>
    emails ? emails.includes(email.toLowerCase()) : isSame && was.userIds.includes(userId),
  );
  const known = new Set(able.map(({ email }) => email.toLowerCase()));
  const former = isSame && enabled ? was : { ignored: [], problem: null };
  return {
    connectionId: id,
    connectionName: name,
    baseTeam,
    onCallTeam,
    startsAt,
    userIds: isUsed ? chosen.map(({ userId }) => userId).sort() : [],
    ignored: emails ? without([...new Set(emails)].sort(), known) : former.ignored,
    problem: conflict ?? (answer && "problem" in answer ? answer.problem : emails ? null : former.problem),
    changedAt: was?.changedAt ?? judged.now,
  };
}

/** Why the pair cannot be used beside those of other connections. Of two with one on-call team, the older one has it. */
function conflictOf({ id }: OnCallConnection, { baseTeam, onCallTeam }: OnCallPair, { connections }: Judged) {
  const owner = connections.find(({ enabled, pair }) => enabled && pair?.onCallTeam === onCallTeam);
  if (owner && owner.id !== id) return saysTaken(onCallTeam, owner.name);
  const source = connections.find(({ pair }) => pair?.onCallTeam === baseTeam);
  return source && saysChained(baseTeam, source.name);
}

export const saysTaken = (team: string, connection: string): string =>
  `The team ${team} is set by the connection ${connection} already; choose another name.`;
export const saysChained = (team: string, connection: string): string =>
  `The team ${team} is set by the schedule of the connection ${connection}; choose a team that no schedule sets.`;

/**
 * Teams of a member after an administrator's change. On-call teams in `asked` are ignored: only a schedule gives them. The member
 * keeps those that an enabled connection gave, while in the base team and able to decide.
 */
export function keepOnCallTeams(
  pairs: readonly (OnCallPair & { enabled: boolean })[],
  { had, asked, role }: { had: readonly string[]; asked: readonly string[]; role: Role },
): string[] {
  const managed = new Set(pairs.map(({ onCallTeam }) => onCallTeam));
  const kept = pairs.filter(
    ({ baseTeam, onCallTeam, enabled }) =>
      enabled && mayDecide(role) && had.includes(onCallTeam) && asked.includes(baseTeam) && !managed.has(baseTeam),
  );
  return namesOf(without(asked, managed), kept);
}

/** Whether two states put the same people in the same team. */
export const isSameOnCall = (one: OnCallState, other: OnCallState): boolean => {
  const facts = ({ baseTeam, onCallTeam, startsAt, userIds }: OnCallState): string =>
    JSON.stringify([baseTeam, onCallTeam, startsAt, userIds]);
  return facts(one) === facts(other);
};

/** Whether two states say the same, apart from the time of their last change. */
export const isSameState = (one: OnCallState, other: OnCallState): boolean => {
  const facts = ({ connectionName, ignored, problem }: OnCallState): string =>
    JSON.stringify([connectionName, ignored, problem]);
  return isSameOnCall(one, other) && facts(one) === facts(other);
};
