type OnChange = (workspaceId: string | null) => void;

/** Listeners for changed workspaces in this process. Calls in one turn of the event loop are coalesced per workspace. */
export class ChangeListeners {
  readonly #listeners = new Set<OnChange>();
  readonly #waiting = new Set<string | null>();

  add(onChange: OnChange): () => void {
    // A new function per call, so that a listener added twice is also removed twice.
    const listener: OnChange = (workspaceId) => onChange(workspaceId);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(workspaceId: string | null): void {
    if (this.#waiting.size === 0) queueMicrotask(() => this.#deliver());
    this.#waiting.add(workspaceId);
  }

  clear(): void {
    this.#listeners.clear();
  }

  #deliver(): void {
    const changed = [...this.#waiting];
    this.#waiting.clear();
    for (const workspaceId of changed) for (const listener of this.#listeners) listener(workspaceId);
  }
}
