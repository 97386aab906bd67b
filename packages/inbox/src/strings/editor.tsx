import type { ElementKind } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("editor", {
  tags: "Tags",
  otherFields: "Not a field of this type; the value is kept.",
  fieldsSayWhy: "See the errors in the fields.",

  edit: {
    title: (element: ReactNode) => <>Edit {element}</>,
    fromRevision: (path: ReactNode, revision: number) => (
      <>
        {path}, based on revision {revision}.
      </>
    ),
    backToElement: "Back to element",
    proposalsWait: (amount: number) =>
      `${count(amount, "proposal is", "proposals are")} waiting for a decision. ` +
      `Saving may make ${amount === 1 ? "this proposal" : "these proposals"} outdated.`,
    leaveTitle: "Leave without saving?",
    leaveSays: "Your changes are not saved and will be lost.",
    isUnsaved: "Not saved yet",
    isUnchanged: "No changes",
    notSaved: "Not saved",
    publishAtOnce: "Publish immediately",
    chooseFirst: "Choose first which version to keep",
  },

  create: {
    title: (type: ReactNode) => <>New {type}</>,
    nothingMadeYet: "Not created yet",
    notMade: "Not created",
    create: "Create",
    leaveTitle: "Leave without creating?",
    leaveSays: "Your input will be lost.",
  },

  leave: "Leave",

  meanwhile: {
    title: (who: ReactNode, when: ReactNode) => (
      <>
        Changed in the meantime by {who}, {when}
      </>
    ),
    textIsKept: "Your changes are still here and not saved.",
    comesIn: (fields: string) => `Also merged in: ${fields}.`,
    noneByBoth: "You and the other person changed different parts.",
    whichStands: (field: string) => `Version to keep: ${field}`,
    yours: "Yours",
    theirs: "Theirs",
    before: "Before",
    theirsNow: "Theirs (current)",
    carryOn: "Continue with this version",
    drop: "Discard my changes",
  },

  fields: {
    noChoice: "none",
    withInvisible: (text: ReactNode) => <>With invisible characters shown: {text}</>,
    asItReads: (field: string) => `${field}, preview`,
    notNumber: "This is not a number.",
    currency: "Currency",
    currencyOf: (field: string) => `${field}, currency`,
    asJson: "As JSON",
    notJson: "This is not valid JSON.",
    /** A block that has no type. */
    block: "Block",
    blockPlace: (block: string, place: number, field: string) => `${block}, block ${place} of ${field}`,
    moveUp: (what: string) => `Move up: ${what}`,
    moveDown: (what: string) => `Move down: ${what}`,
    takeOut: (what: string) => `Remove: ${what}`,
  },

  picker: {
    kind: (field: string) => `${field}: kind`,
    search: (field: string) => `${field}: search`,
    found: (field: string) => `${field}: results`,
    searchByPath: {
      object: "Search objects by path or text",
      asset: "Search assets by path or text",
      document: "Search pages by path or text",
      tag: "Search tags by path or text",
      template: "Search templates by path or text",
    } satisfies Record<ElementKind, string>,
    nothingMatches: "No matches.",
  },
});
