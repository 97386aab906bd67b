import { ELEMENT_KINDS, RECORD_KINDS, type ElementKind, type RecordKind } from "@countersign/protocol";

/**
 * Search parameters as the plain text people type. The router's own reading would make a number of `7` and lose the
 * zeros of `007`, which a batch may be called.
 */
export const parseSearch = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== "") query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

// One reader for each page that keeps something in its address; unknown and empty parameters are dropped. The router passes
// on to the page what `validateSearch` dropped, so pages read their search again.

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
  /** What is open over the list, by its name. */
  open?: string;
}
export const readAdminSearch = (search: Search): AdminSearch => readTexts(search, ["q", "from", "group", "state", "open"]);

export const readAuditSearch = (search: Search) => readTexts(search, ["q", "kind", "actionId"]);

/** What a service puts on the address to which it sends a person back. */
export const readAuthorizedSearch = (search: Search) => readTexts(search, ["state", "code", "error", "iss", "scope"]);

export interface ChatSearch {
  q?: string;
  archived?: true;
}
export const readChatSearch = (search: Search): ChatSearch => ({
  ...readTexts(search, ["q"]),
  ...(String(search["archived"]) === "true" && { archived: true }),
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

/** `batch`: only what one propose call brought. */
export const readSessionSearch = (search: Search) => readTexts(search, ["batch"]);

/** Where to go after signing in: an address of this site and nothing else; whatever leads away is dropped. */
export function readSignInSearch({ next }: Search): { next?: string } {
  return isOwnPath(next) ? { next } : {};
}

/** `//host` and `https:` would lead away, and so would what a browser makes one of those of. */
const isOwnPath = (value: unknown): value is string => {
  if (typeof value !== "string" || !value.startsWith("/")) return false;
  const { origin } = window.location;
  return URL.canParse(value, origin) && new URL(value, origin).origin === origin;
};
