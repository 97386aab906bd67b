import { count, numberWords } from "../count.ts";
import type { strings } from "../batch.tsx";

const actions = (amount: number): string => count(amount, "Aktion", "Aktionen");

export const batch: typeof strings = {
  outcome: {
    title: "Ergebnis",
    list: "Ergebnisse",
    words: {
      approved: "Genehmigt",
      voted: "Genehmigt; weitere Genehmiger stehen noch aus",
      rejected: "Abgelehnt",
      refined: "Zurückgegeben",
      skipped: "Übersprungen",
    },
    decided: (amount, skipped) =>
      `${actions(amount)} entschieden${skipped > 0 ? `, ${numberWords(skipped)} übersprungen` : ""}.`,
    notDecided: (amount) => `${actions(amount)} nicht entschieden, soweit bekannt`,
    unsure: (amount) =>
      amount === 1
        ? "Bei einer davon ist nicht bekannt, ob sie entschieden wurde."
        : `Bei ${numberWords(amount)} davon ist nicht bekannt, ob sie entschieden wurden.`,
    sendingAgainIsSafe:
      "Auch bei erneutem Senden wird keine davon doppelt entschieden. Was nicht entschieden ist, bleibt im Posteingang.",
    notKnown: "Nicht bekannt",
    notSent: "Nicht gesendet",
    noReason: "Nicht entschieden",
    sendAgain: (amount) => `${count(amount, "Entscheidung", "Entscheidungen")} erneut senden`,
  },
  withheld: {
    risky: (amount, allVetted) =>
      `${actions(amount)} mit hohem Risiko${allVetted ? "" : " oder von ungeprüften Tools"} nicht enthalten`,
    riskyMeaning: (amount) =>
      amount === 1
        ? "Sie wird einzeln genehmigt, nachdem Sie gelesen haben, was ausgeführt würde. Eine andere Zustimmung nimmt der Server dafür nicht an."
        : "Sie werden einzeln genehmigt, nachdem Sie gelesen haben, was ausgeführt würde. Eine andere Zustimmung nimmt der Server dafür nicht an.",
    questions: (amount) => `${count(amount, "Frage", "Fragen")} nicht enthalten`,
    questionsMeaning: (amount) => (amount === 1 ? "Sie wird einzeln beantwortet." : "Jede wird einzeln beantwortet."),
    decidedMeanwhile: (amount) => `${actions(amount)} inzwischen entschieden`,
    decidedMeaning: "Nicht mehr Teil dieser Entscheidung.",
  },
};
