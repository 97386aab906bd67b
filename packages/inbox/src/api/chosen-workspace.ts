const YEAR_SECONDS = 365 * 86_400;

/** What this browser opens from now on, if the person belongs to it. Gives no rights, and other tabs stay where they are. */
export function chooseWorkspace(id: string): void {
  document.cookie = `countersign_workspace=${id}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
