import { EFFECTS, type Effect } from "@countersign/protocol";
import { FAILPOINTS, type Failpoint } from "../src/engine/failpoint.ts";

export const PHASES = ["first", "retry"] as const;
/** `retry`: the first execution failed before any effect, a person ran it again, and the process dies in that second run. */
export type Phase = (typeof PHASES)[number];

export interface Cell {
  failpoint: Failpoint;
  effect: Effect;
  phase: Phase;
}

/** Every place where a process may die, for every effect class, in the first run and in the one after a failure. */
export const CELLS: readonly Cell[] = FAILPOINTS.flatMap((failpoint) =>
  EFFECTS.flatMap((effect) => PHASES.map((phase) => ({ failpoint, effect, phase }))),
);

/** What one life of the process is asked to do. */
export interface Life {
  database: { url: string } | { folder: string };
  sinkUrl: string;
  effect: Effect;
  phase: Phase;
  /** Where to die; the last life has none and ends by itself. */
  dieAt: Failpoint | null;
  /** Where in its course a life may die: from the start, or once the first execution has failed. */
  armed: "at start" | "after failure";
}

/** What a life says once it is true for everyone: an id that was acknowledged, or how the action ended. */
export type Word =
  | { said: "proposed"; key: string; id: string }
  | { said: "approved"; id: string }
  | { said: "dying"; at: Failpoint }
  | { said: "ended"; id: string; status: string; attempts: number; stuck: number; faults: number };
