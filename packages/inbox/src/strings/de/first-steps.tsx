import { numberWords } from "../count.ts";
import type { strings } from "../first-steps.tsx";

export const firstSteps: typeof strings = {
  firstSteps: {
    title: "Erste Schritte",
    progress: (done, of) => `${numberWords(done)} von ${numberWords(of)} erledigt`,
    hide: "Ausblenden",
    done: "Erledigt",
    toDo: "Noch offen",
    agent: {
      label: "Agenten verbinden",
      about: "Erstellen Sie einen Schlüssel und tragen Sie ihn zusammen mit der Adresse in den Client des Agenten ein.",
    },
    server: {
      label: "MCP-Server verbinden",
      about: "Aufrufe seiner Tools laufen dann über Countersign und warten auf Genehmigung, wo Sie es festlegen.",
    },
    decision: {
      label: "Erste Aktion entscheiden",
      about: "Öffnen Sie eine in der Liste, lesen Sie, was sie tun würde, und genehmigen Sie sie oder lehnen Sie sie ab.",
    },
    policy: {
      label: "Richtlinie festlegen",
      about:
        "Legen Sie für ein Tool fest, welche Aufrufe wer genehmigen muss: mit einer Bedingung, einer Regel oder einer Dauergenehmigung.",
    },
    colleague: {
      label: "Jemanden einladen",
      about: "Damit eine zweite Person genehmigen kann, was riskant ist.",
    },
  },
};
