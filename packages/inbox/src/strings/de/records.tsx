import type { strings } from "../records.tsx";

export const records: typeof strings = {
  title: "Einträge",
  meaning:
    "Was Agenten in diesem Arbeitsbereich gespeichert haben. Jeder Eintrag wurde von einer Person genehmigt oder durch eine Richtlinie, die ein Administrator festgelegt hat.",
  kinds: {
    insight: { one: "Erkenntnis", many: "Erkenntnisse", noneYet: "Noch keine Erkenntnisse" },
    recommendation: { one: "Empfehlung", many: "Empfehlungen", noneYet: "Noch keine Empfehlungen" },
    document: { one: "Dokument", many: "Dokumente", noneYet: "Noch keine Dokumente" },
    source: { one: "Quelle", many: "Quellen", noneYet: "Noch keine Quellen" },
  },
  whichKind: "Welche Art",
  all: "Alle",
  notRead: "Die Einträge konnten nicht geladen werden",
  reading: "Einträge werden geladen",
  noneYet: "Noch nichts gespeichert",
  noneYetMeaning:
    "Hier stehen Erkenntnisse, Empfehlungen und Dokumente, sobald ein Agent vorgeschlagen hat, sie zu speichern, und eine Person das genehmigt hat.",
  saved: (kind, time) => (
    <>
      {kind}, gespeichert {time}.
    </>
  ),
  itsAction: "Zur Aktion",
};
