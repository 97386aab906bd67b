/** What draws nothing, draws a gap or moves other characters; the space and the line break of the layout stay. */
const UNSEEN = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/gu;

/** JSON that is safe on a screen: the same value, with every character that could act on the screen escaped. */
export const stringifyForTerminal = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSEEN, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
