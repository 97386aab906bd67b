/** Characters that draw nothing, draw a gap or move others, except the layout's spaces and line breaks. */
const UNSEEN = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/gu;

/** Formats a value as JSON that is safe to print: characters that could affect the screen are escaped. */
export const stringifyForTerminal = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSEEN, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
