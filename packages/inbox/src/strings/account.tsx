import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("account", {
  title: "Password and sessions",
  says: (tokens: (text: string) => ReactNode) => (
    <>
      How you sign in, and the browsers in which you are signed in. Scripts and command lines use {tokens("personal tokens")},
      which stay valid.
    </>
  ),

  password: {
    title: "Change password",
    says: "The new password signs you out of all other browsers, and you are notified by e-mail.",
    current: "Current password",
    new: "New password",
    atLeast: (characters: number) => `At least ${characters} characters`,
    save: "Change password",
    saved: "Your password has been changed, and all other browsers have been signed out.",
    failed: "The password was not changed",
  },

  sessions: {
    title: "Sessions",
    all: "Your sessions",
    thisBrowser: "This browser",
    unknownBrowser: "Unknown browser",
    signedIn: "Signed in",
    address: "From address",
    unknownAddress: "unknown",
    expires: "Expires",
    signOut: "Sign out",
    signOutOf: (browser: string) => `Sign out ${browser}`,
    signOutOthers: "Sign out all other browsers…",
    onlyThis: "You are signed in only in this browser.",
    failed: "Nobody was signed out",
  },

  others: {
    title: "Sign out all other browsers?",
    verb: "Sign out others",
    says: (browsers: number) =>
      `${count(browsers, "browser has", "browsers have")} to sign in again. Unsaved input there is lost. If somebody else may know your password, change it instead.`,
  },
});
