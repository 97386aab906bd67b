import { count, numberWords } from "../count.ts";
import type { strings } from "../grants.tsx";

export const grants: typeof strings = {
  title: "Dauergenehmigungen",
  says: "Aufrufe, die ohne eine Person durchgehen: ein Tool, ein Agent, solange ein Ausdruck zutrifft, begrenzt in Anzahl und Zeit. Jede Nutzung wird protokolliert.",
  newGrant: "Neue Dauergenehmigung…",
  theGrants: "Die Dauergenehmigungen",
  search: "Nach Tool, Agent oder Notiz suchen",
  showOver: (grants) =>
    grants === 1
      ? "Auch 1 beendete Dauergenehmigung anzeigen"
      : `Auch ${numberWords(grants)} beendete Dauergenehmigungen anzeigen`,
  none: "Noch keine Dauergenehmigung",
  noneSays: "Jeder Aufruf, für den eine Richtlinie es verlangt, fragt eine Person.",
  noneMatches: "Keine passende Dauergenehmigung.",
  card: {
    label: (grant) => `Dauergenehmigung: ${grant}`,
    toolForAgent: (tool, agent) => `${tool} für ${agent}`,
    title: (tool, agent) => (
      <>
        {tool} für {agent}
      </>
    ),
    now: "Derzeit",
    uses: "Nutzungen",
    used: (uses, atMost) => `${numberWords(uses)} von ${numberWords(atMost)}`,
    onRecord: "im Protokoll",
    until: "Bis",
    written: "Erteilt",
    revoked: "Widerrufen",
    byAt: (person, time) => (
      <>
        von {person}, {time}
      </>
    ),
    why: "Begründung",
    revoke: "Widerrufen…",
    revokeGrantOf: (grant) => `Dauergenehmigung widerrufen: ${grant}`,
  },
  states: {
    live: { label: "Gültig", says: "Aufrufe, auf die sie zutrifft, gehen durch" },
    used_up: { label: "Aufgebraucht", says: "jeder Aufruf fragt wieder eine Person" },
    expired: { label: "Abgelaufen", says: "jeder Aufruf fragt wieder eine Person" },
    revoked: { label: "Widerrufen", says: "jeder Aufruf fragt wieder eine Person" },
    tool_changed: {
      label: "Tool geändert",
      says: "das Tool ist nicht mehr das, für das sie erteilt wurde; jeder Aufruf fragt",
    },
    author_gone: {
      label: "Ohne Aussteller",
      says: "wer sie erteilt hat, darf über das Tool nicht mehr entscheiden; jeder Aufruf fragt",
    },
  },
  revoke: {
    title: "Diese Dauergenehmigung widerrufen?",
    verb: "Widerrufen",
    says: "Aufrufe fragen ab jetzt eine Person, und was damit genehmigt war und noch nicht begonnen hat, läuft nicht. Der Widerruf ist endgültig; eine neue kann erteilt werden.",
  },
  write: {
    title: "Dauergenehmigung erteilen",
    nothingWritten: "Nichts wurde erteilt",
    showPassed: "Zeigen, was durchgegangen wäre",
    verb: "Erteilen",
    confirmTitle: "Diese Aufrufe ohne eine Person durchlassen?",
    confirmVerb: "Durchlassen",
    tool: "Tool",
    toolSays: (risk) => `In seinem jetzigen Stand; keines mit Risiko ${risk} oder ungeprüft`,
    agent: "Agent",
    chooseOne: "Bitte wählen",
    when: "Erlauben, wenn",
    expression: (example) => <>Ein CEL-Ausdruck über args, etwa {example}. Nur worauf er zutrifft, geht durch.</>,
    times: "Anzahl",
    timesSays: "1 bis 1000",
    expiresAfter: "Läuft ab nach",
    days: (days) => count(days, "Tag", "Tagen"),
    why: "Begründung",
  },
  preview: {
    label: "Was durchgegangen wäre",
    passed: ({ looked, complete, days, allowed }) => (
      <>
        Von {complete ? "" : "den neuesten "}
        {count(looked, "Aufruf", "Aufrufen")} der letzten {days} Tage wären durchgegangen: {allowed}.
      </>
    ),
    unwanted: (calls) => `Zu ${numberWords(calls)} davon haben Personen Nein gesagt`,
    unwantedSays: "Ein engerer Ausdruck lässt sie aus.",
    proposed: (status, time) => (
      <>
        {status}, vorgeschlagen {time}
      </>
    ),
    more: (calls) => `und ${numberWords(calls)} weitere`,
  },
};
