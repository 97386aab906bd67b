import type { strings } from "../keyboard.tsx";

const find = "Seite, Tool, Agent oder Aktion finden";

export const keyboard: typeof strings = {
  find,
  commands: "Befehle",
  nothingFound: "Nichts gefunden.",
  unavailable: {
    approve: "Genehmigen ist nicht möglich",
    reject: "Ablehnen ist nicht möglich",
    edit: "Bearbeiten ist nicht möglich",
    sendBack: "Zurückgeben ist nicht möglich",
  },
  thisAction: (says) => `Diese Aktion ${says}`,
  thisQuestion: (says) => `Diese Frage ${says}`,
  needsApprover: "Zum Entscheiden ist die Rolle Genehmiger erforderlich",
  keyMap: {
    title: "Tastenkürzel",
    key: "Taste",
    whatItDoes: "Funktion",
    control: "Strg",
    does: {
      openNext: "Nächste Aktion öffnen",
      openPrevious: "Vorherige Aktion öffnen",
      approve:
        "Zu „Genehmigen“ springen; die Eingabetaste löst es dann aus. Ab hohem Risiko muss es angeklickt werden. Bei einer Frage öffnet sich ihr Formular",
      reject: "Ablehnen, auf Wunsch mit Begründung",
      edit: "Vor dem Genehmigen bearbeiten",
      sendBack: "Mit Anmerkung zurückgeben",
      select: "Geöffnete Aktion auswählen oder abwählen",
      search: "Suchen",
      find: `${find} (auf dem Mac Cmd K)`,
      showKeys: "Diese Tastenkürzel anzeigen",
    },
    use: "Tastenkürzel verwenden",
    useMeaning:
      "In Textfeldern und Dialogen nicht aktiv. Schalten Sie sie aus, wenn Sie Sprachsteuerung oder eine eigene Tastenbelegung verwenden.",
  },
};
