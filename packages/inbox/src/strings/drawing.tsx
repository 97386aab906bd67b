import type { ElementKind } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("drawing", {
  elements: {
    object: { one: "Object", many: "Objects" },
    asset: { one: "Asset", many: "Assets" },
    document: { one: "Page", many: "Pages" },
    tag: { one: "Tag", many: "Tags" },
    template: { one: "Template", many: "Templates" },
  } satisfies Record<ElementKind, { one: string; many: string }>,

  now: "Now",
  proposed: "Proposed",
  nothing: "nothing",
  nothingDiffers: "Nothing differs.",
  reordered: "In a different order than before.",
  noOption: "none",
  noTag: "no tag",
  noPicture: "no picture",
  /** Name of a value that is compared as a whole. */
  wholeValue: "Value",
  wholeBlocks: "Blocks",
  /** A block that has no type. */
  block: "block",
  movedFrom: (was: number, is: number) => `Moved from place ${was} to ${is}`,
  notOfType: "no field of its type",
  notReadable: "not found or not readable",

  /** Parts that every element has; `published` has one of the two values below it. */
  parts: { path: "Path", tags: "Tags", published: "Visitors see it" },
  isPublished: "as it is here",
  isDraft: "not this: a draft",

  folded: {
    unchangedFields: (amount: number) => count(amount, "unchanged field", "unchanged fields"),
    unchangedLanguages: (amount: number) => count(amount, "unchanged language", "unchanged languages"),
    show: (what: string, characters: number) => `Show ${what}, ${count(characters, "character", "characters")}`,
    hide: (what: string, characters: number) => `Hide ${what}, ${count(characters, "character", "characters")}`,
  },

  richText: {
    title: "Rich text",
    readsNow: (label: string) => `${label}: as it reads now`,
    wouldRead: (label: string) => `${label}: as it would read`,
    source: (label: string) => `${label}, source`,
  },

  element: {
    asOfRevision: (revision: number) => `as of revision ${revision}`,
    whatIsCompared: "What is compared",
    fields: "Fields",
    output: "Output",
    page: "Page",
    pageNow: "The page as it is now",
    pageProposed: "The page as it would be",
  },

  threeStates: {
    atProposal: "At proposal",
    now: "Now",
    proposed: "Proposed",
    isProposed: "The proposal changes it.",
    isTouched: "Changed meanwhile.",
    touchedBy: (who: ReactNode, when: ReactNode) => (
      <>
        Changed meanwhile by {who}, {when}.
      </>
    ),
    isLeftOut: "Dropped by the rebase",
    wouldChange: "What a rebase would change",
  },

  picture: {
    name: "a picture",
    pixels: (width: number, height: number) => `${width} × ${height} pixels`,
    notShown: "This picture cannot be shown here.",
    saveFile: "Save the file",
  },

  bytes: (amount: number) => count(amount, "byte", "bytes"),
  kilobytes: (amount: number) => `${numberWords(amount)} kB`,
});
