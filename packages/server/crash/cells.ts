import { EFFECTS, type Effect } from "@countersign/protocol";
import { FAILPOINTS } from "../src/engine/failpoint.ts";

export const PHASES = ["first", "retry"] as const;
/** `retry`: the first execution fails before any effect, a person retries it, and the process dies in that second run. */
export type Phase = (typeof PHASES)[number];

type Failpoint = (typeof FAILPOINTS)[number];

export interface Cell {
  failpoint: Failpoint;
  effect: Effect;
  phase: Phase;
}

/** Every failpoint, for every effect class, in the first run and in the retry after a failure. */
export const CELLS: readonly Cell[] = FAILPOINTS.flatMap((failpoint) =>
  EFFECTS.flatMap((effect) => PHASES.map((phase) => ({ failpoint, effect, phase }))),
);

/** Instructions to one life of the process. */
export interface Life {
  database: { url: string } | { folder: string };
  sinkUrl: string;
  effect: Effect;
  phase: Phase;
  /** Failpoint at which to die; null for the last life, which ends by itself. */
  dieAt: Failpoint | null;
  /** When the failpoint is armed: from the start, or once the first execution has failed. */
  armed: "at start" | "after failure";
}

/** Facts that a life reports once they are durable: an acknowledged id, or how the action ended. */
export type Word =
  | { said: "proposed"; key: string; id: string }
  | { said: "approved"; id: string }
  | { said: "dying"; at: string }
  | { said: "ended"; id: string; status: string; attempts: number; stuck: number; faults: number };
