/** Points between two critical steps; the crash suite kills the process at each of them. */
export const FAILPOINTS = [
  "propose.described",
  "propose.committed",
  "decide.read",
  "decide.committed",
  "claim.committed",
  "run.verified",
  "run.handled",
  "finish.committed",
  "recover.committed",
] as const;
/** The same of the outbox of notifications. */
export const OUTBOX_FAILPOINTS = ["notify.planned", "notify.claimed", "notify.sent", "notify.pressed"] as const;
export type Failpoint = (typeof FAILPOINTS | typeof OUTBOX_FAILPOINTS)[number];

let hook: ((name: Failpoint) => void) | undefined;

/** Does nothing unless a test has set a hook. */
export const failpoint = (name: Failpoint): void => hook?.(name);

/** For the crash suite only; production never calls it. */
export const setFailpointHook = (next: ((name: Failpoint) => void) | undefined): void => {
  hook = next;
};
