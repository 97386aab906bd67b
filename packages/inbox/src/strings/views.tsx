import { MAX_VIEW_NAME_CHARACTERS } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("views", {
  title: "Saved views",
  saveAs: "Save view as",
  save: "Save view",
  visibleTo: "Visible to",
  onlyMe: "Only me",
  everyone: "Everyone in the workspace",
  sharedByYou: "Shared by you",
  sharedBy: (name: ReactNode) => <>Shared by {name}</>,
  sharedByFormer: (name: ReactNode) => <>Shared by {name} (former member)</>,
  changeView: (name: string) => `Change view ${name}`,
  rename: "Rename view…",
  replace: "Update with current filters",
  share: "Share with everyone",
  makePrivate: "Make private",
  remove: "Delete view…",
  newName: "New name",
  renameTitle: (name: ReactNode) => <>Rename “{name}”</>,
  nameLength: `At most ${MAX_VIEW_NAME_CHARACTERS} characters`,
  removeTitle: (name: ReactNode) => <>Delete “{name}”?</>,
  removesForEveryone: "The view will be deleted for everyone in the workspace. Actions and filters stay as they are.",
  removesForYou: "Actions and filters stay as they are.",
  confirmRemove: "Delete view",
  confirmRename: "Rename view",
  notSaved: "The view was not saved",
  showAll: (amount: number) => `Show all ${amount} views`,
  showFewer: "Show fewer views",
});
