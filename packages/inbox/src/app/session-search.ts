export interface SessionSearch {
  /** Only what one propose call brought. */
  batch?: string;
}

export const readSessionSearch = ({ batch }: Record<string, unknown>): SessionSearch =>
  typeof batch === "string" && batch !== "" ? { batch } : {};
