import type { strings } from "../session.tsx";
import { numberWords } from "../count.ts";

export const session: typeof strings = {
  documentTitle: "Anmelden · Countersign",
  tagline: "Agenten schlagen vor. Menschen zeichnen gegen.",
  titles: {
    signIn: "Bei Countersign anmelden",
    newPassword: "Neues Passwort wählen",
    setUp: "Konto einrichten",
    forgot: "Passwort vergessen?",
  },
  signIn: "Anmelden",
  useEmailInstead: "Stattdessen mit E-Mail und Passwort anmelden",
  email: "E-Mail",
  password: "Passwort",
  atLeastCharacters: (least) => `Mindestens ${numberWords(least)} Zeichen`,

  link: {
    worksOnce: "Dieser Link meldet Sie in diesem Browser an und kann nur einmal benutzt werden.",
    didNotWork: "Der Link hat nicht funktioniert",
    usedOrExpired:
      "Dieser Link wurde bereits verwendet oder ist abgelaufen. Fordern Sie einen neuen an oder verwenden Sie Ihr Passwort.",
  },

  withPassword: {
    isChanged: "Ihr Passwort wurde geändert",
    signInWithIt: "Melden Sie sich damit an.",
    notSignedIn: "Nicht angemeldet",
    wrong: "E-Mail oder Passwort ist falsch.",
    forgot: "Passwort vergessen?",
  },

  forgot: {
    back: "Zurück zur Anmeldung",
    checkMailbox: "Sehen Sie in Ihr Postfach",
    linkOnItsWay:
      "Wenn es ein Konto mit dieser Adresse gibt, senden wir Ihnen einen Link per E-Mail. Er kann einmal benutzt werden und läuft nach einer Stunde ab. Wenn Sie bereits drei gültige Links haben, wird kein neuer gesendet; benutzen Sie dann einen aus einer früheren E-Mail.",
    youGetMail: "Sie erhalten eine E-Mail mit einem Link, über den Sie ein neues Passwort wählen.",
    notSent: "Es wurde keine E-Mail gesendet",
    send: "Link senden",
  },

  reset: {
    signsOut: "Mit dem Speichern werden Sie in allen Browsern abgemeldet.",
    newPassword: "Neues Passwort",
    notChanged: "Das Passwort wurde nicht geändert",
    save: "Passwort speichern",
  },

  setUp: {
    explains: "Sie sind angemeldet. Legen Sie ein Passwort für das nächste Mal fest.",
    yourName: "Ihr Name",
    shownNextToDecisions: "Steht bei Ihren Entscheidungen",
    notSaved: "Nicht gespeichert",
    toInbox: "Weiter zum Posteingang",
  },

  providers: {
    signInWith: (name) => `Mit ${name} anmelden`,
    or: "oder",
    usePassword: "Als Administrator mit Passwort anmelden",
    notReached: "Die Anmeldung konnte nicht beginnen",
    notSignedIn: "Nicht angemeldet",
    theProvider: "Der Anmeldedienst",
    problems: {
      expired: () =>
        "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuchen Sie es erneut.",
      denied: (name) => `${name} meldet, dass die Anmeldung abgebrochen wurde.`,
      provider: (name) =>
        `Die Antwort von ${name} war nicht verwendbar. Versuchen Sie es erneut. Wenn es wieder geschieht, bitten Sie die Administration, das Protokoll des Servers zu prüfen.`,
      address: (name) =>
        `${name} hat keine bestätigte E-Mail-Adresse gemeldet, die hier verwendet werden kann. Fragen Sie die Administration.`,
      taken: () =>
        "Diese E-Mail-Adresse gehört hier bereits zu einem anderen Konto des Anmeldedienstes. Fragen Sie die Administration.",
      no_access: (name) =>
        `Sie sind bei ${name} angemeldet, aber keine Ihrer Gruppen dort hat hier Zugriff. Fragen Sie die Administration.`,
    },
  },
};
