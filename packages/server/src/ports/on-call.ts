import type { OnCallPair, ScheduleAnswer } from "../core/on-call.ts";

export type { OnCallPair } from "../core/on-call.ts";

/** A connection whose schedule says who is on call. */
export interface OnCallConnection {
  id: string;
  workspaceId: string;
  /** Grows with every change of the connection. */
  version: number;
}

/** Connections that say who is on call. */
export interface OnCallSchedules {
  /** Names of the connectors that do. */
  connectors: readonly string[];
  /** The base team and the on-call team in the stored settings of a connection; undefined if the settings are not valid. */
  pairOf(connector: string, settings: string): OnCallPair | undefined;
  /**
   * Asks who is on call at `at`. Returns undefined if the connection is no longer as it was listed. `retryAfterSeconds`: the wait
   * that the service asks for.
   */
  read(
    connection: OnCallConnection,
    at: Date,
    signal: AbortSignal,
  ): Promise<(ScheduleAnswer & { retryAfterSeconds?: number | undefined }) | undefined>;
}

/** What a schedule said in a pass. */
export interface ScheduleReading {
  connectionId: string;
  /** Version that the connection had when its schedule was read; the reading is dropped if the connection has changed since. */
  version: number;
  /** Database time before the schedule was asked. */
  askedAt: Date;
  answer: ScheduleAnswer;
}

/** Change of a connection's problem that a pass stored. */
export interface ScheduleProblem {
  connectionId: string;
  /** Null: the schedule can be used again. */
  problem: string | null;
}

/** Gives on-call teams to members. */
export interface OnCallTeams {
  /**
   * Sets the on-call teams of a workspace by its connections as they are stored and by these readings. Writes nothing if nothing
   * changes, and may run in several processes at once. Returns the problems that began or ended.
   */
  settle(workspaceId: string, readings: readonly ScheduleReading[]): Promise<ScheduleProblem[]>;
}
