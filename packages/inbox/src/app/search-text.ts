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
