import type { ElementKind } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("editor", {
  tags: "Tags",
  otherFields: "No field of its type; it stays as it is.",
  fieldsSayWhy: "The fields with errors say why.",

  edit: {
    title: (element: ReactNode) => <>Edit {element}</>,
    fromRevision: (path: ReactNode, revision: number) => (
      <>
        {path}, from revision {revision}.
      </>
    ),
    backToElement: "Back to element",
    proposalsWait: (amount: number) =>
      `${count(amount, "proposal waits", "proposals wait")} for a decision. ` +
      `Saving may make ${amount === 1 ? "it" : "them"} stale.`,
    leaveTitle: "Leave without saving?",
    leaveSays: "What you typed here is not saved, and is gone when you leave.",
    isUnsaved: "Not saved yet",
    isUnchanged: "Nothing is changed",
    notSaved: "Not saved",
    publishAtOnce: "Visitors see it at once",
    chooseFirst: "Choose first which version to keep",
  },

  create: {
    title: (type: ReactNode) => <>New {type}</>,
    nothingMadeYet: "Nothing is created before you say so",
    notMade: "Not created",
    create: "Create",
    leaveTitle: "Leave without creating it?",
    leaveSays: "What you typed here is gone when you leave.",
  },

  leave: "Leave it",

  meanwhile: {
    title: (who: ReactNode, when: ReactNode) => (
      <>
        Changed by {who} meanwhile, {when}
      </>
    ),
    textIsKept: "What you typed is still here and nothing of it is saved.",
    comesIn: (fields: string) => `Also merged in: ${fields}.`,
    noneByBoth: "No part was changed by both of you.",
    whichStands: (field: string) => `Which ${field} to keep`,
    yours: "Yours",
    theirs: "Theirs",
    before: "Before",
    theirsNow: "Theirs, now",
    carryOn: "Go on with this",
    drop: "Discard my changes",
  },

  fields: {
    noChoice: "nothing",
    withInvisible: (text: ReactNode) => <>With what does not show in the field: {text}</>,
    asItReads: (field: string) => `${field}, as it reads`,
    notNumber: "This is not a number.",
    currency: "Currency",
    currencyOf: (field: string) => `${field}, currency`,
    asJson: "As JSON",
    notJson: "This is not JSON.",
    /** A block that has no type. */
    block: "Block",
    blockPlace: (block: string, place: number, field: string) => `${block}, block ${place} of ${field}`,
    moveUp: (what: string) => `Move up: ${what}`,
    moveDown: (what: string) => `Move down: ${what}`,
    takeOut: (what: string) => `Take out: ${what}`,
  },

  picker: {
    kind: (field: string) => `${field}: kind`,
    search: (field: string) => `${field}: search`,
    found: (field: string) => `${field}: found`,
    searchByPath: {
      object: "Search objects by path or words",
      asset: "Search assets by path or words",
      document: "Search pages by path or words",
      tag: "Search tags by path or words",
      template: "Search templates by path or words",
    } satisfies Record<ElementKind, string>,
    nothingMatches: "Nothing matches.",
  },
});
