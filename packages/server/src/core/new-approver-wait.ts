/** Default, unless an administrator sets another value. */
export const DEFAULT_WAIT_SECONDS = 86_400;

interface Waiting {
  /** Null: not set. */
  setSeconds: number | null;
  createdAt: Date;
}

/** Seconds for which a raised role does not count in a rule of several people, except while the workspace is being set up. */
export const waitSecondsOf = ({ setSeconds }: Pick<Waiting, "setSeconds">): number => setSeconds ?? DEFAULT_WAIT_SECONDS;

/** When a role raised now starts to count: at once on a workspace's first day, when nobody can object yet. */
export function countsFrom(workspace: Waiting, now: Date): Date {
  const isNew = now.getTime() - workspace.createdAt.getTime() < DEFAULT_WAIT_SECONDS * 1000;
  if (workspace.setSeconds === null && isNew) return now;
  return new Date(now.getTime() + waitSecondsOf(workspace) * 1000);
}
