/** What the address of the conversations says. */
export interface ChatSearch {
  q?: string;
  archived?: true;
}

/** Anything unknown in an address is as if it were not there. */
export function readChatSearch(search: Record<string, unknown>): ChatSearch {
  const { q, archived } = search;
  return { ...(typeof q === "string" && q !== "" && { q }), ...(String(archived) === "true" && { archived: true as const }) };
}
