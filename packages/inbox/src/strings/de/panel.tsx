import { count, numberWords } from "../count.ts";
import type { strings } from "../panel.tsx";

export const panel: typeof strings = {
  proposals: "Vorschläge",
  proposalsOfConversation: "Vorschläge dieser Unterhaltung",
  reading: "Vorschläge werden geladen",
  nothingProposed: "Hier wurde noch nichts vorgeschlagen.",
  waiting: (waiting, all, isPartial) =>
    `${waiting === 0 ? "Keiner wartet auf eine Entscheidung" : `${numberWords(waiting)} von ${count(all, "Vorschlag", "Vorschlägen")} offen`}${isPartial ? ", soweit bisher geladen" : ""}`,
  someNotRead: "Einige Änderungen konnten nicht geladen werden",
  eachCanBeOpened: "Sie können jeden Vorschlag im Posteingang öffnen.",
  showMore: (amount) => `${numberWords(amount)} weitere anzeigen`,
  inOneTable: (amount) => `${count(amount, "Vorschlag", "Vorschläge")} in einer Tabelle`,
  waitingOfThese: (waiting, all) =>
    waiting === 0
      ? "Keiner davon wartet auf eine Entscheidung"
      : `${numberWords(waiting)} von ${count(all, "Vorschlag", "Vorschlägen")} offen`,
  kinds: { calls: "Ruft auf", adds: "Fügt hinzu", removes: "Entfernt", changes: "Ändert" },
  table: {
    selectAllWaiting: "Alle offenen auswählen",
    what: "Was",
    kind: "Art",
    status: "Status",
    changes: "Änderungen",
    expandAll: "Alle ausklappen",
    collapseAll: "Alle einklappen",
  },
  row: {
    select: (title) => `Auswählen: ${title}`,
    changesOf: (title) => `Änderungen: ${title}`,
    hide: "Ausblenden",
    viewChanges: "Änderungen anzeigen",
    changesNotRead: "Die Änderungen werden hier nicht angezeigt.",
    openInInbox: "Im Posteingang öffnen, mit der vollständigen Eingabe",
  },
};
