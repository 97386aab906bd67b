import { count } from "../count.ts";
import type { strings } from "../content.tsx";

export const content: typeof strings = {
  title: "Inhalte",
  notRead: "Die Inhalte konnten nicht geladen werden",
  reading: "Die Inhalte werden geladen",
  elements: (amount) => count(amount, "Element", "Elemente"),

  filters: {
    kind: "Art",
    type: "Typ",
    anyType: "Alle Typen",
    search: {
      object: "Objekte durchsuchen",
      asset: "Assets durchsuchen",
      document: "Seiten durchsuchen",
      tag: "Tags durchsuchen",
      template: "Vorlagen durchsuchen",
    },
    withOneTag: "Nur mit einem Tag: alle anzeigen",
    folders: "Ordner",
    allFolders: "Alle",
  },

  empty: {
    nothingMatches: "Nichts gefunden",
    noneHere: {
      object: "In diesem Ordner gibt es keine passenden Objekte.",
      asset: "In diesem Ordner gibt es keine passenden Assets.",
      document: "In diesem Ordner gibt es keine passenden Seiten.",
      tag: "In diesem Ordner gibt es keine passenden Tags.",
      template: "In diesem Ordner gibt es keine passenden Vorlagen.",
    },
    noneYet: {
      object: "Noch keine Objekte",
      asset: "Noch keine Assets",
      document: "Noch keine Seiten",
      tag: "Noch keine Tags",
      template: "Noch keine Vorlagen",
    },
    says: "Inhalte, die Agenten vorschlagen und Personen genehmigen oder die Personen hier anlegen. Alle Versionen werden aufbewahrt.",
    loadSample: "Beispielkatalog laden",
    importFile: "Datei importieren…",
    cameIn: (elements) => `${count(elements, "Element", "Elemente")} importiert.`,
    notJson: "Diese Datei enthält kein JSON.",
    nothingCameIn: "Nichts importiert",
  },

  table: {
    elementsIn: (folder) => `Elemente in ${folder}`,
    what: "Element",
    type: "Typ",
    visitorsSee: "Besucher sehen",
    changed: "Geändert",
    proposals: "Vorschläge",
    open: (proposals) => count(proposals, "offener", "offene"),
  },

  published: {
    draft: "nichts, es ist ein Entwurf",
    current: "den aktuellen Stand",
    older: (revision) => `Version ${revision}, nicht die neueste`,
  },

  path: "Pfad",
  pathSays: "Die Ordner, danach der Name des Elements",

  create: {
    button: { object: "Neues Objekt…", document: "Neue Seite…", tag: "Neues Tag…", template: "Neue Vorlage…" },
    title: { object: "Neues Objekt", document: "Neue Seite", tag: "Neues Tag", template: "Neue Vorlage" },
    type: "Typ",
    fillFields: "Felder ausfüllen",
  },

  upload: {
    button: "Datei hochladen…",
    title: "Datei hochladen",
    file: "Datei",
    chooseFile: "Datei wählen",
    notStored: "Nicht gespeichert",
    upload: "Hochladen",
  },

  element: {
    reading: "Das Element wird geladen",
    notRead: "Das Element konnte nicht geladen werden",
    noSuchType: "Diesen Typ von Inhalten gibt es nicht.",
    nothingToShow: "Hier gibt es nichts anzuzeigen",
    allContent: "Alle Inhalte",
    state: (kind, revision, when, who) => (
      <>
        {kind}. Version {revision}, {when} von {who}.
      </>
    ),
    visitorsSee: (what) => `Besucher sehen ${what}.`,
    edit: "Bearbeiten",
    holds: "Inhalt",
    howShown: "Darstellung",
    fields: "Felder",
    output: "Ausgabe",
    page: "Seite",
    pageAsItIs: "Die Seite, wie sie jetzt ist",
    holdsNothing: "Noch kein Inhalt.",
    whereItStands: "Ort des Elements",
    openProposals: "Offene Vorschläge",
  },

  publish: {
    button: "Veröffentlichen…",
    title: "Veröffentlichen?",
    verb: "Veröffentlichen",
    says: (revision) => `Besucher sehen dann den Stand, der hier steht: Version ${revision}.`,
  },

  takeOffline: {
    button: "Offline nehmen…",
    title: "Offline nehmen?",
    verb: "Offline nehmen",
    says: "Besucher sehen dann nichts mehr davon.",
  },

  notDone: "Nicht ausgeführt",
  changedMeanwhile: "Das Element wurde inzwischen geändert. Sehen Sie sich den jetzigen Stand an.",

  revisions: {
    title: "Versionen",
    notRead: (reason) => `Die Versionen konnten nicht geladen werden: ${reason}`,
    revision: (revision) => `Version ${revision}`,
    isNow: "der jetzige Stand",
    isRestored: (revision) => `Version ${revision} wiederhergestellt`,
    changedBy: (when, who) => (
      <>
        {when} von {who}
      </>
    ),
    itsAction: "Zur Aktion",
    restore: "Wiederherstellen…",
    restoreLabel: (revision) => `Version ${revision} wiederherstellen`,
    restoreTitle: (revision) => `Version ${revision} wiederherstellen?`,
    restoreVerb: "Wiederherstellen",
    restoreSays: (revision) =>
      `Felder und Tags sind dann wieder wie in Version ${revision}. Dabei entsteht eine neue Version; keine geht verloren.`,
    changes: "Änderungen",
    hideChanges: "Ausblenden",
    changesOf: (revision) => `Änderungen von Version ${revision}`,
  },
};
