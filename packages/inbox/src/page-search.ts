import { ELEMENT_KINDS, RECORD_KINDS, type ElementKind, type RecordKind } from "@countersign/protocol";

/**
 * Search parameters as plain text. The router's own parser would turn `7` into a number and drop the zeros of `007`, either of
 * which may be the id of a batch.
 */
export const parseSearch = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== "") query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

// One reader for each page with search parameters; it drops unknown and empty ones. The router still passes on what
// `validateSearch` dropped, so pages read their search again.

type Search = Record<string, unknown>;

const readTexts = <N extends string>(search: Search, names: readonly N[]): { [K in N]?: string } =>
  Object.fromEntries(names.map((name) => [name, search[name]]).filter(([, value]) => typeof value === "string" && value)) as {
    [K in N]?: string;
  };

export interface AdminSearch {
  q?: string;
  /** Name of an upstream, `server` or `workers`. */
  from?: string;
  group?: string;
  state?: string;
  /** Name of the entry that is open over the list. */
  open?: string;
  /** The entry's tab. */
  tab?: string;
}
export const readAdminSearch = (search: Search): AdminSearch =>
  readTexts(search, ["q", "from", "group", "state", "open", "tab"]);

/** Parameters that a service adds to the address to which it sends a person back. */
export const readAuthorizedSearch = (search: Search) => readTexts(search, ["state", "code", "error", "iss", "scope"]);

export interface ChatSearch {
  q?: string;
  archived?: true | undefined;
  /** Conversations of everyone, not only the person's own. */
  everyone?: true | undefined;
}
export const readChatSearch = (search: Search): ChatSearch => ({
  ...readTexts(search, ["q"]),
  ...(String(search["archived"]) === "true" && { archived: true }),
  ...(String(search["everyone"]) === "true" && { everyone: true }),
});

export interface ContentSearch {
  kind?: ElementKind;
  folder?: string;
  type?: string;
  /** Id of a tag. */
  tag?: string;
  q?: string;
}
export function readContentSearch(search: Search): ContentSearch {
  const kind = ELEMENT_KINDS.find((one) => one === search["kind"]);
  return { ...(kind && { kind }), ...readTexts(search, ["folder", "type", "tag", "q"]) };
}

interface NewElementSearch {
  kind?: Exclude<ElementKind, "asset">;
  type?: string;
  path?: string;
}
export function readNewElementSearch(search: Search): NewElementSearch {
  const kind = ELEMENT_KINDS.filter((one) => one !== "asset").find((one) => one === search["kind"]);
  const { path } = search;
  return {
    ...(kind && { kind }),
    ...readTexts(search, ["type"]),
    ...(typeof path === "string" && path.startsWith("/") && { path }),
  };
}

export const INSIGHT_DAYS = ["7", "30", "90"] as const;
export type InsightDays = (typeof INSIGHT_DAYS)[number];

export const DEFAULT_DAYS: InsightDays = "30";

export function readInsightsSearch({ days }: Search): { days?: InsightDays } {
  const known = INSIGHT_DAYS.find((one) => one === days);
  return known === undefined || known === DEFAULT_DAYS ? {} : { days: known };
}

export function readRecordsSearch(search: Search): { kind?: RecordKind } {
  const kind = RECORD_KINDS.find((one) => one === search["kind"]);
  return kind ? { kind } : {};
}

/** `batch`: shows only the actions of one propose call. */
export const readSessionSearch = (search: Search) => readTexts(search, ["batch"]);

/** Address to open after signing in, only of this site; and why a sign-in at a provider failed, with the provider's id. */
export function readSignInSearch({ next, ...search }: Search): { next?: string; problem?: string; provider?: string } {
  return { ...(isOwnPath(next) && { next }), ...readTexts(search, ["problem", "provider"]) };
}

/** Rejects `//host`, `https:` and anything that a browser turns into one of these, because they lead to another site. */
const isOwnPath = (value: unknown): value is string => {
  if (typeof value !== "string" || !value.startsWith("/")) return false;
  const { origin } = window.location;
  return URL.canParse(value, origin) && new URL(value, origin).origin === origin;
};
