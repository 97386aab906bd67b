/** What a service puts on the address to which it sends a person back. */
const NAMES = ["state", "code", "error", "iss", "scope"] as const;
export type AuthorizedSearch = { [K in (typeof NAMES)[number]]?: string };

/** Reads an address; what OAuth does not know is dropped. */
export const readAuthorizedSearch = (search: Record<string, unknown>): AuthorizedSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
