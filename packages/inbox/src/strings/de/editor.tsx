import { count } from "../count.ts";
import type { strings } from "../editor.tsx";

export const editor: typeof strings = {
  tags: "Tags",
  otherFields: "Kein Feld dieses Typs; bleibt unverändert.",
  fieldsSayWhy: "Der Grund steht bei den betroffenen Feldern.",

  edit: {
    title: (element) => <>{element} bearbeiten</>,
    fromRevision: (path, revision) => (
      <>
        {path}, ausgehend von Version {revision}.
      </>
    ),
    backToElement: "Zurück zum Element",
    proposalsWait: (amount) =>
      amount === 1
        ? "1 Vorschlag wartet auf eine Entscheidung. Durch das Speichern kann er veralten."
        : `${count(amount, "Vorschlag wartet", "Vorschläge warten")} auf eine Entscheidung. Durch das Speichern können sie veralten.`,
    leaveTitle: "Ohne Speichern verlassen?",
    leaveSays: "Ihre Eingaben sind nicht gespeichert und gehen beim Verlassen verloren.",
    isUnsaved: "Noch nicht gespeichert",
    isUnchanged: "Nichts geändert",
    notSaved: "Nicht gespeichert",
    publishAtOnce: "Für Besucher sofort sichtbar",
    chooseFirst: "Entscheiden Sie zuerst, was gelten soll",
  },

  create: {
    title: (type) => <>Neu: {type}</>,
    nothingMadeYet: "Angelegt wird erst, wenn Sie es bestätigen",
    notMade: "Nicht angelegt",
    create: "Anlegen",
    leaveTitle: "Verlassen, ohne es anzulegen?",
    leaveSays: "Ihre Eingaben gehen beim Verlassen verloren.",
  },

  leave: "Verlassen",

  meanwhile: {
    title: (who, when) => (
      <>
        Inzwischen geändert von {who}, {when}
      </>
    ),
    textIsKept: "Ihre Eingaben sind noch da, und nichts davon ist gespeichert.",
    comesIn: (fields) => `Außerdem wird übernommen: ${fields}.`,
    noneByBoth: "Sie und die andere Person haben verschiedene Teile geändert.",
    whichStands: (field) => `Was gilt: ${field}`,
    yours: "Ihre Fassung",
    theirs: "Andere Fassung",
    before: "Vorher",
    theirsNow: "Andere Fassung, jetzt",
    carryOn: "Damit fortfahren",
    drop: "Meine Eingaben verwerfen",
  },

  fields: {
    noChoice: "nichts",
    withInvisible: (text) => <>Mit dem, was im Feld unsichtbar ist: {text}</>,
    asItReads: (field) => `${field}, formatiert`,
    notNumber: "Das ist keine Zahl.",
    currency: "Währung",
    currencyOf: (field) => `${field}, Währung`,
    asJson: "Als JSON",
    notJson: "Das ist kein JSON.",
    block: "Block",
    blockPlace: (block, place, field) => `${block}, Block ${place} von ${field}`,
    moveUp: (what) => `Nach oben: ${what}`,
    moveDown: (what) => `Nach unten: ${what}`,
    takeOut: (what) => `Herausnehmen: ${what}`,
  },

  picker: {
    kind: (field) => `${field}: Art`,
    search: (field) => `${field}: Suche`,
    found: (field) => `${field}: gefunden`,
    searchByPath: {
      object: "Objekte nach Pfad oder Wörtern suchen",
      asset: "Assets nach Pfad oder Wörtern suchen",
      document: "Seiten nach Pfad oder Wörtern suchen",
      tag: "Tags nach Pfad oder Wörtern suchen",
      template: "Vorlagen nach Pfad oder Wörtern suchen",
    },
    nothingMatches: "Nichts gefunden.",
  },
};
