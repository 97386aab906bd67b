const YEAR_SECONDS = 365 * 86_400;

/** Stores the workspace that this browser opens next, if the person is a member. Grants no rights; open tabs keep theirs. */
export function chooseWorkspace(id: string): void {
  document.cookie = `countersign_workspace=${id}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
