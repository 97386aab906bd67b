import { catalogue } from "./catalogue.ts";
import { numberWords } from "./count.ts";

export const strings = catalogue("session", {
  documentTitle: "Sign in · Countersign",
  tagline: "Agents propose. People countersign.",
  titles: {
    signIn: "Sign in to Countersign",
    newPassword: "Choose a new password",
    setUp: "Set up your account",
    forgot: "Forgot your password?",
  },
  signIn: "Sign in",
  useEmailInstead: "Use e-mail and password instead",
  email: "E-mail",
  password: "Password",
  atLeastCharacters: (least: number) => `At least ${numberWords(least)} characters`,

  link: {
    worksOnce: "This link signs you in on this browser and can be used only once.",
    didNotWork: "The link did not work",
    usedOrExpired: "This link has already been used or has expired. Ask for a new one, or use your password.",
  },

  withPassword: {
    isChanged: "Your password was changed",
    signInWithIt: "Sign in with the new password.",
    notSignedIn: "Not signed in",
    wrong: "Wrong e-mail or password.",
    forgot: "Forgot your password?",
  },

  forgot: {
    back: "Back to sign-in",
    checkMailbox: "Check your mailbox",
    linkOnItsWay:
      "If an account exists for this address, we will e-mail you a link. It can be used once and expires after one hour. If you already have three valid links, no new one is sent, so use one from an earlier e-mail.",
    youGetMail: "You will get an e-mail with a link to choose a new password.",
    notSent: "No e-mail was sent",
    send: "Send link",
  },

  reset: {
    signsOut: "Saving the new password signs you out of all browsers.",
    newPassword: "New password",
    notChanged: "The password was not changed",
    save: "Save password",
  },

  setUp: {
    explains: "You're signed in. Set a password for next time.",
    yourName: "Your name",
    shownNextToDecisions: "Shown next to your decisions",
    notSaved: "Not saved",
    toInbox: "Continue to inbox",
  },

  providers: {
    signInWith: (name: string) => `Sign in with ${name}`,
    or: "or",
    usePassword: "Sign in as an administrator with a password",
    notReached: "The sign-in did not start",
    notSignedIn: "Not signed in",
    theProvider: "The provider",
    problems: {
      expired: (): string => "The sign-in took too long, or was started in another browser. Try again.",
      denied: (name: string) => `${name} reports that the sign-in was cancelled.`,
      provider: (name: string) =>
        `The response from ${name} could not be used. Try again. If this keeps happening, ask your administrator to check the server log.`,
      address: (name: string) =>
        `${name} did not report a verified e-mail address that can be used here. Ask your administrator.`,
      taken: (): string => "Another account at the provider already uses this e-mail address here. Ask your administrator.",
      no_access: (name: string) =>
        `You are signed in at ${name}, but none of your groups there has access here. Ask your administrator.`,
    },
  },
});
