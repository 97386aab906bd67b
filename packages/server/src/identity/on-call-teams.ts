import type { JsonObject } from "@countersign/protocol";
import { countsFrom } from "../core/new-approver-wait.ts";
import {
  isSameOnCall,
  isSameState,
  settleOnCall,
  type MemberTeams,
  type OnCallState,
  type ScheduleAnswer,
} from "../core/on-call.ts";
import type { OnCallSchedules, OnCallTeams, ScheduleProblem, ScheduleReading } from "../ports/on-call.ts";
import type { Database } from "../store/database.ts";
import {
  dropOnCallState,
  listOnCallConnections,
  listOnCallStates,
  readClock,
  storeOnCallState,
} from "../store/statements/on-call.ts";
import { SYSTEM } from "../store/statements/row.ts";
import { lockMembers } from "./memberships.ts";
import { openPeople, withoutPeople, type People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";

export function createOnCallTeams(database: Database, schedules: Pick<OnCallSchedules, "connectors" | "pairOf">): OnCallTeams {
  const people = openPeople(database.kysely);
  return {
    async settle(workspaceId, readings) {
      const { isChanged, problems } = await people
        .transaction()
        .execute((transaction) => settle(transaction, workspaceId, schedules, readings));
      if (isChanged) database.notify(workspaceId);
      return problems;
    },
  };
}

/** One pass, under the lock of every change of members. */
async function settle(
  transaction: People,
  workspaceId: string,
  { connectors, pairOf }: Pick<OnCallSchedules, "connectors" | "pairOf">,
  readings: readonly ScheduleReading[],
): Promise<{ isChanged: boolean; problems: ScheduleProblem[] }> {
  const db = withoutPeople(transaction);
  await lockMembers(transaction, workspaceId);
  const now = await readClock(db);
  const workspace = await db
    .selectFrom("workspace")
    .select(["newApproverWaitSeconds as setSeconds", "createdAt"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const rows = await listOnCallConnections(db, workspaceId, connectors);
  const states = await listOnCallStates(db, workspaceId);
  const members = await listMemberTeams(transaction, workspaceId);
  const next = settleOnCall({
    connections: rows.map((row) => ({
      ...row,
      pair: pairOf(row.connector, row.settings),
      answer: usableAnswer(readings, row, states),
    })),
    states,
    members,
    now,
    newStartsAt: countsFrom(workspace, now),
  });
  const moved = await storeStates(transaction, workspaceId, states, next.states);
  const changed = next.members.flatMap((member) => {
    const was = members.find(({ userId }) => userId === member.userId);
    return was && !hasSameTeams(was, member) ? [{ was, member }] : [];
  });
  for (const { member } of changed) await storeTeams(transaction, workspaceId, member);
  // Last, because the first event locks the end of the chain.
  for (const state of moved.told) {
    const settings = [["on_call_team", state.connectionId] as const];
    await recordChange(transaction, { workspaceId, kind: "on_call.changed", actor: SYSTEM, data: wordsOf(state), settings });
  }
  for (const { was, member } of changed) {
    const data = { ...toldOf(was, member), ...connectionsOf([...states, ...next.states], was, member) };
    const settings = [["member", member.userId] as const];
    await recordChange(transaction, { workspaceId, kind: "member.changed", actor: SYSTEM, data, settings });
  }
  return { isChanged: moved.isStored || changed.length > 0, problems: problemsOf(states, next.states) };
}

const listMemberTeams = (transaction: People, workspaceId: string) =>
  transaction
    .selectFrom("member")
    .innerJoin("person", "person.id", "member.userId")
    .select(["member.userId", "person.email", "member.role", "member.teams", "member.formerTeams"])
    .where("member.workspaceId", "=", workspaceId)
    .orderBy("member.userId")
    .execute();
type MemberRow = Awaited<ReturnType<typeof listMemberTeams>>[number];

/**
 * An answer counts only for the connection as it is now, and only if no other process stored one since it was asked for: that one
 * may be later.
 */
function usableAnswer(
  readings: readonly ScheduleReading[],
  { id, version }: { id: string; version: number },
  states: readonly OnCallState[],
): ScheduleAnswer | undefined {
  const reading = readings.find(({ connectionId }) => connectionId === id);
  const state = states.find(({ connectionId }) => connectionId === id);
  if (reading?.version !== version) return undefined;
  return state && reading.askedAt <= state.changedAt ? undefined : reading.answer;
}

async function storeStates(
  transaction: People,
  workspaceId: string,
  states: readonly OnCallState[],
  next: readonly OnCallState[],
): Promise<{ isStored: boolean; told: OnCallState[] }> {
  const db = withoutPeople(transaction);
  const gone = states.filter((was) => !next.some(({ connectionId }) => connectionId === was.connectionId));
  const changed = next.filter((state) => {
    const was = states.find(({ connectionId }) => connectionId === state.connectionId);
    return !was || !isSameState(was, state);
  });
  for (const { connectionId } of gone) await dropOnCallState(db, workspaceId, connectionId);
  for (const state of changed) await storeOnCallState(db, workspaceId, state);
  const told = changed.filter((state) => {
    const was = states.find(({ connectionId }) => connectionId === state.connectionId);
    return !was || !isSameOnCall(was, state);
  });
  // Of a deleted connection nobody is on call.
  const ended = gone.map((was) => ({ ...was, userIds: [] }));
  return { isStored: gone.length > 0 || changed.length > 0, told: [...ended, ...told] };
}

const wordsOf = ({ connectionId, connectionName, baseTeam, onCallTeam, userIds, startsAt }: OnCallState): JsonObject => ({
  connection: { id: connectionId, name: connectionName },
  baseTeam,
  onCallTeam,
  userIds,
  startsAt: startsAt.toISOString(),
});

const storeTeams = (transaction: People, workspaceId: string, { userId, teams, formerTeams }: MemberTeams) =>
  transaction
    .updateTable("member")
    .set({ teams, formerTeams })
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .execute();

const hasSameTeams = (one: Pick<MemberRow, "teams" | "formerTeams">, other: MemberTeams): boolean =>
  [...one.teams].sort().join() === other.teams.join() && [...one.formerTeams].sort().join() === other.formerTeams.join();

const toldOf = ({ userId, role, teams: formerTeams }: MemberRow, { teams }: MemberTeams): JsonObject => ({
  userId,
  role,
  formerRole: role,
  teams,
  formerTeams,
});

/** Ids and names of the connections whose on-call teams the member joined or left. */
function connectionsOf(states: readonly OnCallState[], was: MemberRow, { teams }: MemberTeams): JsonObject {
  const moved = states.filter(({ onCallTeam }) => teams.includes(onCallTeam) !== was.teams.includes(onCallTeam));
  const named = new Map(moved.map(({ connectionId, connectionName }) => [connectionId, connectionName]));
  return { connections: [...named].map(([id, name]) => ({ id, name })) };
}

function problemsOf(states: readonly OnCallState[], next: readonly OnCallState[]): ScheduleProblem[] {
  return next.flatMap(({ connectionId, problem }) => {
    const was = states.find((state) => state.connectionId === connectionId);
    return problem === (was?.problem ?? null) ? [] : [{ connectionId, problem }];
  });
}
