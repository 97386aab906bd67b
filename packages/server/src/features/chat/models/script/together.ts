/** Ends a request whose parts a person decides on together. */
const ASKS_TOGETHER =
  /[\s,;.]+(?:(?:and|then)\s+)*ask\s+(?:me\s+)?(?:for|about)\s+(?:both|all|them|these)(?:\s+of\s+(?:them|these))?\s+together[\s.!]*$/i;
/** A quoted text, which is skipped, or what separates two parts. */
const SEPARATOR = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`|([\s,;]+(?:and|then)\s+(?:(?:and|then)\s+)*|\s*[;\n]\s*|,\s+)/gi;

/** Parts of `…, … and …, then ask me for all together`; undefined if the request does not end like that. */
export function partsTogether(words: string): string[] | undefined {
  const end = ASKS_TOGETHER.exec(words);
  if (!end) return undefined;
  const asked = words.slice(0, end.index);
  const parts: string[] = [];
  let from = 0;
  for (const match of asked.matchAll(SEPARATOR)) {
    if (match[1] === undefined) continue;
    parts.push(asked.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, asked.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
}
