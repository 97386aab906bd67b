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
  nothingDiffers: "No differences.",
  reordered: "The order has changed.",
  noOption: "none",
  noTag: "no tag",
  noPicture: "no picture",
  /** Name of a value that is compared as a whole. */
  wholeValue: "Value",
  wholeBlocks: "Blocks",
  /** A block that has no type. */
  block: "block",
  movedFrom: (was: number, is: number) => `Moved from position ${was} to ${is}`,
  notOfType: "not a field of this type",
  notReadable: "not found or not readable",

  /** Parts that every element has; `published` has one of the two values below it. */
  parts: { path: "Path", tags: "Tags", published: "Visitors see" },
  isPublished: "this revision",
  isDraft: "nothing (draft)",

  folded: {
    unchangedFields: (amount: number) => count(amount, "unchanged field", "unchanged fields"),
    unchangedLanguages: (amount: number) => count(amount, "unchanged language", "unchanged languages"),
    show: (what: string, characters: number) => `Show ${what} (${count(characters, "character", "characters")})`,
    hide: (what: string, characters: number) => `Hide ${what} (${count(characters, "character", "characters")})`,
  },

  richText: {
    title: "Rich text",
    readsNow: (label: string) => `${label}: current`,
    wouldRead: (label: string) => `${label}: proposed`,
    source: (label: string) => `${label}, source`,
  },

  element: {
    asOfRevision: (revision: number) => `as of revision ${revision}`,
    whatIsCompared: "View",
    fields: "Fields",
    output: "Output",
    page: "Page",
    pageNow: "Current page",
    pageProposed: "Proposed page",
  },

  output: {
    renderedOver: "Rendered with",
    sampleData: "Sample data",
    element: "Element",
    itsSampleData: "Rendered with the template's own sample data.",
    eachSampleData: "Each version is rendered with its own sample data.",
    currentFields: (revision: number) => `Rendered with the current fields of this element, revision ${revision}.`,
    onlyLooked: "Choosing an element changes only this view. Your decision is about the template.",
    reading: "Loading the element",
    noElement: "You do not have access to any element of this type.",
    notRead: (reason: string) => `The element could not be read: ${reason}`,
    namedNotRead: (reason: string) =>
      `The element that this template refers to could not be read: ${reason} The output below uses the sample data.`,
  },

  threeStates: {
    atProposal: "When proposed",
    now: "Now",
    proposed: "Proposed",
    isProposed: "Changed by the proposal.",
    isTouched: "Changed since the proposal.",
    touchedBy: (who: ReactNode, when: ReactNode) => (
      <>
        Changed since the proposal by {who}, {when}.
      </>
    ),
    isLeftOut: "Dropped when rebasing",
    wouldChange: "Changes that rebasing would make",
  },

  picture: {
    name: "a picture",
    pixels: (width: number, height: number) => `${width} × ${height} pixels`,
    notShown: "This picture cannot be shown here.",
    saveFile: "Save file",
  },

  bytes: (amount: number) => count(amount, "byte", "bytes"),
  kilobytes: (amount: number) => `${numberWords(amount)} kB`,
});
