import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("embed", {
  loading: "Loading",
  nothingHere: {
    title: "Nothing to show at this address",
    shows: (actions: ReactNode, sessions: ReactNode): ReactNode => (
      <>
        Addresses that can be embedded: {actions} and {sessions}
      </>
    ),
  },
  unreachable: { title: "The server cannot be reached", meaning: "Pending actions are safe." },
  signIn: {
    title: "Sign in to view this page",
    meaning: "You are not signed in to Countersign, or this browser blocks your session in embedded pages.",
    openInbox: "Open the inbox",
  },
});
