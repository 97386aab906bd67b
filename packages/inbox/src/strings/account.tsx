import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("account", {
  title: "Password and sessions",
  says: (tokens: (text: string) => ReactNode) => (
    <>
      Change your password and see in which browsers you are signed in. Scripts and the command line use{" "}
      {tokens("personal tokens")}, which are not affected.
    </>
  ),

  password: {
    title: "Change password",
    says: "Changing your password signs you out of all other browsers. You will also be notified by e-mail.",
    current: "Current password",
    new: "New password",
    atLeast: (characters: number) => `At least ${characters} characters`,
    save: "Change password",
    saved: "Your password has been changed, and all other browsers have been signed out.",
    failed: "The password was not changed",
  },

  provider: {
    title: "How you sign in",
    says: (providers: string) => `You sign in with ${providers}.`,
    setTitle: "Set a password",
    setSays: (providers: string) =>
      `With a password, you can still sign in when ${providers} is unavailable. You must have signed in within the last ten minutes.`,
    set: "Set password",
    notSet: "The password was not set",
  },

  sessions: {
    title: "Sessions",
    all: "Your sessions",
    thisBrowser: "This browser",
    unknownBrowser: "Unknown browser",
    signedIn: "Signed in",
    address: "IP address",
    unknownAddress: "unknown",
    expires: "Expires",
    signOut: "Sign out",
    signOutOf: (browser: string) => `Sign out of ${browser}`,
    signOutOthers: "Sign out all other browsers…",
    onlyThis: "You are not signed in to any other browser.",
    failed: "No browser was signed out",
  },

  others: {
    title: "Sign out all other browsers?",
    verb: "Sign out other browsers",
    says: (browsers: number) =>
      `You will be signed out of ${count(browsers, "browser", "browsers")}, and any unsaved input there will be lost. If someone else may know your password, change your password instead.`,
  },
});
