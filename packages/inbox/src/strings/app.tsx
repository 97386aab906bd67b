import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("app", {
  withdrawnApproval: "Withdrawn, approved by you",
  approvedByYou: (status: string) => `${status}, approved by you`,
  proposalExpires: (when: ReactNode) => <>Expires {when} if nobody decides, which counts as a rejection.</>,
  newRights: {
    title: "New rights for a person",
    countsFrom: (time: string) => `Approval rules count this from ${time}.`,
    seePeople: "See the people",
  },
  fault: { title: "This page failed", meaning: "Nothing was decided.", reload: "Reload" },
  switchedOff: {
    title: "These pages are turned off on this server",
    meaning: (setting: ReactNode): ReactNode => (
      <>The person who runs the server can turn them on with {setting}. No stored data is lost.</>
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
