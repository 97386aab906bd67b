import { count } from "../count.ts";
import type { strings } from "../account.tsx";

export const account: typeof strings = {
  title: "Passwort und Sitzungen",
  says: (tokens) => (
    <>
      Ändern Sie Ihr Passwort, und sehen Sie, in welchen Browsern Sie angemeldet sind. Skripte und die Befehlszeile verwenden{" "}
      {tokens("persönliche Token")}, die gültig bleiben.
    </>
  ),

  password: {
    title: "Passwort ändern",
    says: "Das neue Passwort meldet Sie in allen anderen Browsern ab, und Sie erhalten eine E-Mail darüber.",
    current: "Aktuelles Passwort",
    new: "Neues Passwort",
    atLeast: (characters) => `Mindestens ${characters} Zeichen`,
    save: "Passwort ändern",
    saved: "Ihr Passwort ist geändert. Alle anderen Browser sind abgemeldet.",
    failed: "Das Passwort wurde nicht geändert",
  },

  provider: {
    title: "Ihre Anmeldung",
    says: (providers) => `Sie melden sich mit ${providers} an.`,
    setTitle: "Passwort festlegen",
    setSays: (providers) =>
      `Mit einem Passwort können Sie sich auch anmelden, wenn ${providers} nicht erreichbar ist. Ihre letzte Anmeldung darf höchstens zehn Minuten zurückliegen.`,
    set: "Passwort festlegen",
    notSet: "Das Passwort wurde nicht festgelegt",
  },

  sessions: {
    title: "Sitzungen",
    all: "Ihre Sitzungen",
    thisBrowser: "Dieser Browser",
    unknownBrowser: "Unbekannter Browser",
    signedIn: "Angemeldet",
    address: "IP-Adresse",
    unknownAddress: "unbekannt",
    expires: "Läuft ab",
    signOut: "Abmelden",
    signOutOf: (browser) => `${browser} abmelden`,
    signOutOthers: "Alle anderen Browser abmelden…",
    onlyThis: "Sie sind nur in diesem Browser angemeldet.",
    failed: "Es wurde kein Browser abgemeldet",
  },

  others: {
    title: "Alle anderen Browser abmelden?",
    verb: "Andere Browser abmelden",
    says: (browsers) =>
      `${count(browsers, "Browser muss", "Browser müssen")} sich neu anmelden. Nicht gespeicherte Eingaben dort gehen verloren. Wenn jemand anderes Ihr Passwort kennen könnte, ändern Sie es stattdessen.`,
  },
};
