import type { TagStyle } from "@codemirror/language";
import { tags } from "@lezer/highlight";

/** Colours that can be read on the page's own ground, light and dark. */
export const highlightStyle: readonly TagStyle[] = [
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "light-dark(#8a2a8f, #d7a1e0)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "light-dark(#12663f, #8fd3a8)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#8a3c00, #f0b27a)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "light-dark(#1a4f9c, #8fbcf2)" },
  { tag: tags.comment, color: "light-dark(#59636e, #a3acb5)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.propertyName], color: "light-dark(#14456b, #b5d4ef)" },
];
