/** Unless an administrator says otherwise. */
export const DEFAULT_WAIT_SECONDS = 86_400;

interface Waiting {
  /** Null: nobody has said. */
  setSeconds: number | null;
  createdAt: Date;
}

/** How long a raised role does not count in a rule of several people, unless it is raised while the workspace is being set up. */
export const waitSecondsOf = ({ setSeconds }: Pick<Waiting, "setSeconds">): number => setSeconds ?? DEFAULT_WAIT_SECONDS;

/** From when a role that is raised now counts. In its first day a workspace has nobody yet who could object. */
export function countsFrom(workspace: Waiting, now: Date): Date {
  const isNew = now.getTime() - workspace.createdAt.getTime() < DEFAULT_WAIT_SECONDS * 1000;
  if (workspace.setSeconds === null && isNew) return now;
  return new Date(now.getTime() + waitSecondsOf(workspace) * 1000);
}
