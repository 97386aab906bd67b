import type { strings } from "../insights.tsx";
import { count, numberWords } from "../count.ts";

const parts = {
  executed: "Erledigt",
  declined: "Abgelehnt, zurückgegeben oder zurückgezogen",
  expired: "Abgelaufen",
  failed: "Fehlgeschlagen oder Ausgang unbekannt",
  open: "Offen oder in Ausführung",
};

export const insights: typeof strings = {
  title: "Auswertung",
  unread: "Die Zahlen konnten nicht geladen werden",
  reading: "Zahlen werden geladen",
  howMany: "Anzahl der Tage",
  days: (days) => count(days, "Tag", "Tage"),
  says: (days) => `Was in den letzten ${count(days, "Tag", "Tagen")} vorgeschlagen wurde und was daraus wurde. Tage nach UTC.`,
  showTable: "Als Tabelle anzeigen",
  hideTable: "Tabelle ausblenden",
  figures: {
    proposed: "Vorgeschlagen",
    proposedSays: (pending, byPolicy) =>
      `${numberWords(pending)} noch offen, ${numberWords(byPolicy)} ohne Genehmigungspflicht`,
    waiting: "Wartezeit bis zur Entscheidung",
    nineOfTen: (time) => `9 von 10 innerhalb von ${time}`,
    deciding: "Entscheidungsdauer",
    whereMeasured: "gemessen bei Entscheidungen im Posteingang",
    decidingSays: (time, measured) =>
      `mittlere Zeit am Bildschirm (Median); 9 von 10 innerhalb von ${time}, ${numberWords(measured)} gemessen`,
    approved: "Genehmigt",
    approvedSays: (approved, rejected, sentBack) =>
      `${numberWords(approved)} genehmigt, ${numberWords(rejected)} abgelehnt, ${numberWords(sentBack)} zurückgegeben`,
    edited: "Zuvor bearbeitet",
    editedSays: (edited, approved) => `${numberWords(edited)} von ${count(approved, "Genehmigung", "Genehmigungen")}`,
    running: "Ausführungsdauer",
    expired: "Abgelaufen",
    expiredSays: "niemand hat rechtzeitig entschieden",
    failed: "Fehlgeschlagen",
    failedSays: (ended) => `von ${numberWords(ended)} beendeten`,
    unknown: "Ausgang unbekannt",
    unknownSays: "jemand muss angeben, was geschehen ist",
  },
  byDay: {
    title: "Tag für Tag",
    chart: (proposals, days, highest) =>
      `${count(proposals, "Vorschlag", "Vorschläge")} in ${count(days, "Tag", "Tagen")}, höchstens ${numberWords(highest)} an einem Tag; die Tabelle enthält jeden Tag`,
    parts,
    column: (day, proposed, ended) =>
      [
        `${day}: ${numberWords(proposed)} vorgeschlagen`,
        ...ended.map(([part, proposals]) => `${parts[part]}: ${numberWords(proposals)}`),
      ].join("; "),
    table: "Tabelle der Tage",
    day: "Tag",
    proposed: "Vorgeschlagen",
  },
  times: {
    title: "Wie lange es dauerte",
    waiting: "Wartezeit bis zur Entscheidung",
    waitingSays: "Median, ab dem Vorschlag",
    deciding: "Entscheidungsdauer",
    decidingSays: "Median, ab der ersten Anzeige am Bildschirm",
    nothingMeasured: "In diesen Tagen wurde nichts gemessen.",
    chart: (measure, measured, days, highest) =>
      `${measure}: ${measured} von ${count(days, "Tag", "Tagen")} gemessen, höchstens ${highest}; die Tabelle enthält jeden Tag`,
    table: "Tabelle der Zeiten",
    columns: {
      day: "Tag",
      medianWait: "Wartezeit (Median)",
      longWait: "9 von 10 warteten kürzer als",
      medianDecision: "Entscheidung (Median)",
      longDecision: "9 von 10 entschieden innerhalb von",
      measured: "Gemessene Entscheidungen",
    },
  },
  verdicts: {
    asProposed: "Wie vorgeschlagen genehmigt",
    edited: "Bearbeitet genehmigt",
    refined: "Zurückgegeben",
    rejected: "Abgelehnt",
  },
  bars: {
    ofAll: (verdict, decisions, all) => `${verdict}: ${numberWords(decisions)} von ${numberWords(all)}`,
    approvalRate: (rate, decisions) => `${rate} von ${count(decisions, "Entscheidung", "Entscheidungen")}`,
    more: (rows) => `Die Tabelle enthält alle ${numberWords(rows)}, auch noch nicht entschiedene.`,
  },
  groups: {
    tool: { title: "Nach Tool", name: "Tool", table: "Tabelle nach Tool", shares: "Anteile der Entscheidungen nach Tool" },
    agent: {
      title: "Nach Agent",
      name: "Agent",
      table: "Tabelle nach Agent",
      shares: "Anteile der Entscheidungen nach Agent",
    },
    person: {
      title: "Nach Person",
      name: "Person",
      table: "Tabelle nach Person",
      shares: "Anteile der Entscheidungen nach Person",
    },
  },
  personSays:
    "Die eigenen Entscheidungen jeder Person. Die Wartezeit zählt ab dem Vorschlag, eine Entscheidung ab dem Zeitpunkt, zu dem die Person ihn laut ihrem Browser zum ersten Mal am Bildschirm hatte.",
  columns: {
    proposed: "Vorgeschlagen",
    decided: "Entschieden",
    approved: "Genehmigt",
    edited: "Zuvor bearbeitet",
    rejected: "Abgelehnt",
    refined: "Zurückgegeben",
    expired: "Abgelaufen",
    failed: "Fehlgeschlagen",
    unknown: "Ausgang unbekannt",
    medianWait: "Wartezeit (Median)",
    longWait: "9 von 10 warteten kürzer als",
    medianDecision: "Entscheidung (Median)",
    medianRun: "Ausführung (Median)",
  },
};
