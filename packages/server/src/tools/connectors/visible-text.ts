/** Control, bidirectional and line separator characters could hide or fake content. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
const MAX_LINE = 200;

/** Collapses whitespace, replaces characters that hide or reorder text, and cuts to 200 characters. */
export function oneLine(text: string): string {
  const clean = text.replaceAll(/\s+/gu, " ").replaceAll(HIDDEN, "�").trim();
  return clean.length > MAX_LINE ? `${clean.slice(0, MAX_LINE - 1)}…` : clean;
}

/** Replaces characters that hide or reorder text; keeps line breaks. */
export const visibleLines = (text: string): string =>
  text.replaceAll(/[^\S\n]+/gu, " ").replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
