import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("app", {
  withdrawnApproval: "Your approval was withdrawn",
  approvedByYou: (status: string) => `${status}, approved by you`,
  proposalExpires: (when: ReactNode) => <>If nobody decides, the proposal expires {when}, which counts as a rejection.</>,
  newRights: {
    title: "A person has new permissions",
    countsFrom: (time: string) => `Approval rules will take these permissions into account from ${time}.`,
    seePeople: "View people",
  },
  loading: "Loading",
  unreachable: "The server cannot be reached",
  waitsSafely: "Waiting actions are not lost.",
  fault: { title: "This page stopped working", meaning: "Nothing was decided.", reload: "Reload" },
  switchedOff: {
    title: "These pages are turned off on this server",
    meaning: (setting: ReactNode): ReactNode => (
      <>The person who runs the server can turn them on with {setting}. No stored data has been lost.</>
    ),
  },
  proposal: {
    dropEdits: "Discard edits",
    dropEditsOf: (title: string) => `Discard your edits: ${title}`,
    edit: "Edit…",
    edited: "Edit again…",
    editOf: (title: string) => `Edit: ${title}`,
    open: "Open…",
    decideAlone: (title: string) => `Decide separately: ${title}`,
  },
});
