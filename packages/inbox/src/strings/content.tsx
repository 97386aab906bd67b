import type { ElementKind } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("content", {
  title: "Content",
  notRead: "The content could not be loaded",
  reading: "Loading content",
  elements: (amount: number) => count(amount, "element", "elements"),

  filters: {
    kind: "Kind",
    type: "Type",
    anyType: "Any type",
    search: {
      object: "Search objects",
      asset: "Search assets",
      document: "Search pages",
      tag: "Search tags",
      template: "Search templates",
    } satisfies Record<ElementKind, string>,
    withOneTag: "Only one tag shown · show all",
    folders: "Folders",
    allFolders: "All",
  },

  empty: {
    nothingMatches: "No matches",
    noneHere: {
      object: "No objects in this folder match.",
      asset: "No assets in this folder match.",
      document: "No pages in this folder match.",
      tag: "No tags in this folder match.",
      template: "No templates in this folder match.",
    } satisfies Record<ElementKind, string>,
    noneYet: {
      object: "No objects yet",
      asset: "No assets yet",
      document: "No pages yet",
      tag: "No tags yet",
      template: "No templates yet",
    } satisfies Record<ElementKind, string>,
    says: "Content that agents propose and people approve, or that people create here. All revisions are kept.",
    loadSample: "Load the sample catalogue",
    importFile: "Import a file…",
    cameIn: (elements: number) => `${count(elements, "element", "elements")} imported.`,
    notJson: "This file is not JSON.",
    nothingCameIn: "Nothing was imported",
  },

  table: {
    elementsIn: (folder: string) => `Elements in ${folder}`,
    what: "Element",
    type: "Type",
    visitorsSee: "Visitors see",
    changed: "Changed",
    proposals: "Proposals",
    open: (proposals: number) => `${proposals} open`,
  },

  /** Complete "Visitors see", both as the head of a column and in a sentence. */
  published: {
    draft: "nothing (draft)",
    current: "this revision",
    older: (revision: number) => `revision ${revision} (older)`,
  },

  path: "Path",
  pathSays: "The folders, followed by the element's name",

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
    fillFields: "Fill in the fields",
  },

  upload: {
    button: "Upload a file…",
    title: "Upload a file",
    file: "File",
    chooseFile: "Choose a file",
    notStored: "Not saved",
    upload: "Upload",
  },

  element: {
    reading: "Loading the element",
    notRead: "The element could not be loaded",
    noSuchType: "This content type does not exist.",
    nothingToShow: "Nothing to show",
    allContent: "All content",
    state: (kind: ReactNode, revision: number, when: ReactNode, who: ReactNode) => (
      <>
        {kind}. Revision {revision}, {when} by {who}.
      </>
    ),
    visitorsSee: (what: string) => `Visitors see ${what}.`,
    edit: "Edit",
    holds: "Current values",
    howShown: "View",
    fields: "Fields",
    output: "Output",
    page: "Page",
    pageAsItIs: "The current page",
    holdsNothing: "No values yet.",
    whereItStands: "Breadcrumb",
    openProposals: "Open proposals",
  },

  publish: {
    button: "Publish…",
    title: "Publish this revision?",
    verb: "Publish",
    says: (revision: number) => `Visitors will see revision ${revision}.`,
  },

  takeOffline: {
    button: "Take offline…",
    title: "Take this element offline?",
    verb: "Take offline",
    says: "Visitors will no longer see this element.",
  },

  notDone: "Nothing was changed",
  changedMeanwhile: "The element was changed in the meantime. Check its current state.",

  revisions: {
    title: "Revisions",
    notRead: (reason: string) => `The revisions could not be loaded: ${reason}`,
    revision: (revision: number) => `Revision ${revision}`,
    isNow: "current",
    isRestored: (revision: number) => `revision ${revision} restored`,
    changedBy: (when: ReactNode, who: ReactNode) => (
      <>
        {when} by {who}
      </>
    ),
    itsAction: "Open action",
    restore: "Restore…",
    restoreLabel: (revision: number) => `Restore revision ${revision}`,
    restoreTitle: (revision: number) => `Restore revision ${revision}?`,
    restoreVerb: "Restore revision",
    restoreSays: (revision: number) =>
      `Fields and tags will be as they were in revision ${revision}. This creates a new revision; no revision is lost.`,
    changes: "Changes",
    hideChanges: "Hide",
    changesOf: (revision: number) => `Changes in revision ${revision}`,
  },
});
