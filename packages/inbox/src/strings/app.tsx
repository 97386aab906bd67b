import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("app", {
  withdrawnApproval: "Withdrawn, approved by you",
  approvedByYou: (status: string) => `${status}, approved by you`,
  proposalExpires: (when: ReactNode) => <>Without an answer it expires {when}, which counts as a no.</>,
  newRights: {
    title: "New rights for a person",
    countsFrom: (time: string) => `Approval rules count this from ${time}.`,
    seePeople: "See the people",
  },
  fault: { title: "This page failed", meaning: "Nothing was decided by it.", reload: "Load it again" },
  switchedOff: {
    title: "This server runs without these pages",
    meaning: (setting: ReactNode): ReactNode => (
      <>Whoever runs the server can switch them on with {setting}. Nothing that was stored is gone.</>
    ),
  },
  proposal: {
    dropEdits: "Drop edits",
    dropEditsOf: (title: string) => `Drop your edits: ${title}`,
    edit: "Edit…",
    edited: "Edited…",
    editOf: (title: string) => `Edit: ${title}`,
    open: "Open…",
    decideAlone: (title: string) => `Decide alone: ${title}`,
  },
});
