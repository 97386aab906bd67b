import { count } from "../count.ts";
import type { strings } from "../audit.tsx";

export const audit: typeof strings = {
  title: "Audit-Protokoll",
  exportAll: "Gesamtes Protokoll exportieren",
  says:
    "Jeder Eintrag enthält den Hash des vorherigen, sodass keiner unbemerkt geändert oder entfernt werden kann. " +
    "Wer den Export hat, kann ihn ohne diesen Server prüfen.",
  notRead: (reason) => `Das Protokoll konnte nicht geladen werden: ${reason}`,
  reading: "Das Protokoll wird geladen",
  nothingMatches: "Keine passenden Einträge",
  clearFilters: "Filter zurücksetzen",
  showEarlier: "Frühere Einträge anzeigen",

  filters: {
    label: "Protokoll filtern",
    kind: "Was getan wurde",
    anyKind: "Alles",
    agent: "Agent",
    anyAgent: "Alle Agenten",
    person: "Person",
    anyPerson: "Alle Personen",
    tool: "Tool",
    anyTool: "Alle Tools",
    outcome: "Ausgang",
    anyOutcome: "Jeder Ausgang",
    ofOneAction: "Nur eine Aktion: alle anzeigen",
    search: "Suche",
    searchExample: "Name, Datei, Wort, ID",
  },

  table: {
    label: "Tabelle der Einträge",
    heads: { entry: "Eintrag", when: "Wann", what: "Wer und was", about: "Betrifft", details: "Details" },
    detailsOf: (entry) => `Details zu Eintrag ${entry}`,
    show: "Anzeigen",
    hide: "Ausblenden",
  },

  evidence: "Nachweis",
  entryProblem: (entry, problem) => (
    <>
      Eintrag {entry}: {problem}
    </>
  ),

  verify: {
    verify: "Protokoll prüfen",
    administratorCan: "Ein Administrator kann es prüfen lassen.",
    notVerified: (reason) => `Die Prüfung fand nicht statt: ${reason}`,
    isWhole: "Das Protokoll ist unversehrt",
    noneDiffers: (entries, lastHash) => (
      <>
        {count(entries, "Eintrag", "Einträge")} gelesen, jeder Hash neu berechnet, keiner weicht ab. Hash des letzten:{" "}
        {lastHash}
      </>
    ),
    faultsFound: (amount) => `${count(amount, "Fehler", "Fehler")} gefunden`,
    entriesHold: (amount) =>
      `${count(amount, "Eintrag", "Einträge")} vor dem ersten Fehler ${amount === 1 ? "ist" : "sind"} unversehrt.`,
  },

  proof: {
    notRead: "Der Nachweis konnte nicht geladen werden",
    noSuchAction: "In diesem Arbeitsbereich gibt es keine solche Aktion.",
    reading: "Der Nachweis wird geladen",
    title: (action) => <>Nachweis: {action}</>,
    openAction: "Aktion öffnen",
    entriesInLog: "Ihre Einträge im Protokoll",
    download: "Als JSON herunterladen",
    holds: "Alle Aufzeichnungen sind unversehrt",
    allComputed: (entries, digest) => (
      <>
        {count(entries, "Eintrag", "Einträge")}, jeder Hash neu berechnet aus dem Inhalt und dem vorherigen Eintrag. Die aus den
        gespeicherten Daten neu berechnete Prüfsumme ist {digest}, und genau über diese wurde entschieden.
      </>
    ),
    doesNotHold: "Die Aufzeichnungen sind nicht unversehrt",
    digestDiffers: "Die gespeicherten Daten passen nicht zur Prüfsumme.",
    entryHolds: "unversehrt",
    entryDoesNotHold: "nicht unversehrt",
    hashFollows: (hash, previous) => (
      <>
        Hash {hash} folgt auf {previous}
      </>
    ),
    hashFollowsGone: (hash) => <>Hash {hash} folgt auf einen Eintrag, der fehlt</>,
  },
};
