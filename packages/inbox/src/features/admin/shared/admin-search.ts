/** What an administrator's pages keep in the address. */
export interface AdminSearch {
  q?: string;
  /** Name of an upstream, `server` or `workers`. */
  from?: string;
  group?: string;
  state?: string;
  /** What is open over the list, by its name. */
  open?: string;
}

const NAMES = ["q", "from", "group", "state", "open"] as const satisfies readonly (keyof AdminSearch)[];

/** Reads an address; what is not known or empty is dropped. */
export const readAdminSearch = (search: Record<string, unknown>): AdminSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
