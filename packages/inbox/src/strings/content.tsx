import type { ElementKind } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("content", {
  title: "Content",
  notRead: "The content could not be read",
  reading: "Reading the content",
  elements: (amount: number) => count(amount, "element", "elements"),

  filters: {
    kind: "Which kind",
    type: "Type",
    anyType: "Any type",
    search: {
      object: "Search objects",
      asset: "Search assets",
      document: "Search pages",
      tag: "Search tags",
      template: "Search templates",
    } satisfies Record<ElementKind, string>,
    withOneTag: "With one tag only: show all",
    folders: "Folders",
    allFolders: "All",
  },

  empty: {
    nothingMatches: "Nothing matches",
    noneHere: {
      object: "No objects in this folder match.",
      asset: "There are no assets of that kind in this folder.",
      document: "There are no pages of that kind in this folder.",
      tag: "There are no tags of that kind in this folder.",
      template: "There are no templates of that kind in this folder.",
    } satisfies Record<ElementKind, string>,
    noneYet: {
      object: "No objects yet",
      asset: "No assets yet",
      document: "No pages yet",
      tag: "No tags yet",
      template: "No templates yet",
    } satisfies Record<ElementKind, string>,
    says: "Content that agents propose and people approve, or create here themselves, with all its revisions.",
    loadSample: "Load the sample catalogue",
    importFile: "Import a file…",
    cameIn: (elements: number) => `${count(elements, "element", "elements")} imported.`,
    notJson: "This file is not JSON.",
    nothingCameIn: "Nothing was imported",
  },

  table: {
    elementsIn: (folder: string) => `Elements in ${folder}`,
    what: "What",
    type: "Type",
    visitorsSee: "Visitors see",
    changed: "Changed",
    proposals: "Proposals",
    open: (proposals: number) => count(proposals, "open one", "open"),
  },

  /** Complete "Visitors see", both as the head of a column and in a sentence. */
  published: {
    draft: "nothing, it is a draft",
    current: "it as it is",
    older: (revision: number) => `revision ${revision}, not the newest`,
  },

  path: "Path",
  pathSays: "Its folder, and its name at the end",

  create: {
    button: {
      object: "New object…",
      document: "New page…",
      tag: "New tag…",
      template: "New template…",
    } satisfies Record<Exclude<ElementKind, "asset">, string>,
    title: {
      object: "New object",
      document: "New page",
      tag: "New tag",
      template: "New template",
    } satisfies Record<Exclude<ElementKind, "asset">, string>,
    type: "Type",
    fillFields: "Fill in its fields",
  },

  upload: {
    button: "Upload a file…",
    title: "Upload a file",
    file: "File",
    chooseFile: "Choose one",
    notStored: "Not stored",
    upload: "Upload",
  },

  element: {
    reading: "Reading the element",
    notRead: "It could not be read",
    noSuchType: "There is no such type of content.",
    nothingToShow: "There is nothing to show here",
    allContent: "All content",
    state: (kind: ReactNode, revision: number, when: ReactNode, who: ReactNode) => (
      <>
        {kind}. Revision {revision}, {when} by {who}.
      </>
    ),
    visitorsSee: (what: string) => `Visitors see ${what}.`,
    edit: "Edit",
    holds: "Current values",
    howShown: "How it is shown",
    fields: "Fields",
    output: "Output",
    page: "Page",
    pageAsItIs: "The page as it is",
    holdsNothing: "It is still empty.",
    whereItStands: "Breadcrumb",
    openProposals: "Open proposals",
  },

  publish: {
    button: "Publish…",
    title: "Publish?",
    verb: "Publish",
    says: (revision: number) => `Visitors then see it as it is here, revision ${revision}.`,
  },

  takeOffline: {
    button: "Take offline…",
    title: "Take offline?",
    verb: "Take offline",
    says: "Visitors then see nothing of it.",
  },

  notDone: "Nothing was changed",
  changedMeanwhile: "It was changed meanwhile. Look at it as it is now.",

  revisions: {
    title: "Revisions",
    notRead: (reason: string) => `They could not be read: ${reason}`,
    revision: (revision: number) => `Revision ${revision}`,
    isNow: "as it is now",
    isRestored: (revision: number) => `revision ${revision} restored`,
    changedBy: (when: ReactNode, who: ReactNode) => (
      <>
        {when} by {who}
      </>
    ),
    itsAction: "Its action",
    restore: "Restore…",
    restoreLabel: (revision: number) => `Restore revision ${revision}`,
    restoreTitle: (revision: number) => `Restore revision ${revision}?`,
    restoreVerb: "Bring it back",
    restoreSays: (revision: number) =>
      `Its fields and tags are then as they were in revision ${revision}. That makes a new revision; none is lost.`,
    changes: "Changes",
    hideChanges: "Hide",
    changesOf: (revision: number) => `Changes of revision ${revision}`,
  },
});
