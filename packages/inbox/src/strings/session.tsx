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
    worksOnce: "This one-time link signs you in on this browser. The link works once.",
    didNotWork: "The link did not work",
    usedOrExpired: "This link has already been used or has expired. Ask for a new one, or use your password.",
  },

  withPassword: {
    isChanged: "Your password is changed",
    signInWithIt: "Sign in with it.",
    notSignedIn: "Not signed in",
    wrong: "Wrong e-mail or password.",
    forgot: "Forgot your password?",
  },

  forgot: {
    back: "Back to signing in",
    checkMailbox: "Check your mailbox",
    linkOnItsWay:
      "If there is an account with this address, a link is on its way. The link works once, within an hour. No more than three links are sent at a time, so an earlier mail may have the one to use.",
    youGetMail: "You get a mail with a link to choose a new password.",
    notSent: "No mail was sent",
    send: "Send the link",
  },

  reset: {
    signsOut: "Saving it signs you out of every browser.",
    newPassword: "New password",
    notChanged: "The password was not changed",
    save: "Save the password",
  },

  setUp: {
    explains: "You're signed in. Set a password for next time.",
    yourName: "Your name",
    shownNextToDecisions: "Shown next to your decisions",
    notSaved: "Not saved",
    toInbox: "Continue to inbox",
  },

  loading: "Loading",
  unreachable: "The server cannot be reached",
  waitsSafely: "Pending actions are safe.",
});
