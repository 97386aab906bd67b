import type { strings } from "../checkpoints.tsx";
import { count, numberWords } from "../count.ts";

const actions = (amount: number): string => count(amount, "Aktion", "Aktionen");

export const checkpoints: typeof strings = {
  reading: "Prüfpunkt wird geladen",
  notRead: "Dieser Prüfpunkt konnte nicht geladen werden",
  kicker: "Prüfpunkt, in den Worten des Agenten",
  openedBy: (name, time) => (
    <>
      Angelegt von {name}, {time}.
    </>
  ),
  openedInMission: (name, time, mission) => (
    <>
      Angelegt von {name} in Mission {mission}, {time}.
    </>
  ),
  nothingProposed: "Hierzu wurde noch nichts vorgeschlagen.",
  actions: "Aktionen des Prüfpunkts",
  decideOn: (title) => `In die Entscheidung aufnehmen: ${title}`,
  decidedAlone: {
    title: (amount, allVetted) =>
      `Über ${actions(amount)} mit hohem Risiko${allVetted ? "" : " oder von ungeprüften Tools"} muss einzeln entschieden werden`,
    meaning: (maxRisk) =>
      `Aktionen über Risikostufe L${maxRisk} oder von ungeprüften Tools gehören nicht zu dieser Entscheidung: Öffnen Sie jede davon und entscheiden Sie einzeln.`,
  },
  decision: {
    label: "Entscheidung",
    comment: "Kommentar",
    commentMeaning: "Bei einer Ablehnung liest ihn der Agent als Begründung",
    reject: (amount) => `${actions(amount)} ablehnen`,
    approve: (amount) => `${actions(amount)} genehmigen`,
    nothingTicked: "Wählen Sie aus, worüber Sie entscheiden",
    nothingShown: "Hier ist noch nichts vollständig angezeigt",
  },
  outcome: {
    approved: "Zusammen genehmigt",
    rejected: "Zusammen abgelehnt",
    decidedBy: (name, time) => (
      <>
        {name}, {time}. Was daraus wurde, steht bei jeder Aktion.
      </>
    ),
    title: "Ergebnis",
    result: ({ approved, rejected, skipped, excluded }) =>
      `${numberWords(approved)} genehmigt, ${numberWords(rejected)} abgelehnt, ${numberWords(skipped)} übersprungen, ${numberWords(excluded.length)} unverändert.`,
    someWait: "Einige sind noch offen; der Prüfpunkt bleibt bestehen.",
    nothingDecided: "Es wurde nichts entschieden",
  },
};
