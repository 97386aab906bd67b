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
  noneSays: "Über jeden Aufruf, der eine Genehmigung braucht, entscheidet eine Person.",
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
    live: { label: "Gültig", says: "passende Aufrufe laufen ohne Genehmigung einer Person" },
    used_up: { label: "Aufgebraucht", says: "Aufrufe brauchen wieder eine Genehmigung" },
    expired: { label: "Abgelaufen", says: "Aufrufe brauchen wieder eine Genehmigung" },
    revoked: { label: "Widerrufen", says: "Aufrufe brauchen wieder eine Genehmigung" },
    tool_changed: {
      label: "Tool geändert",
      says: "das Tool hat sich geändert, seit die Dauergenehmigung erteilt wurde; Aufrufe brauchen wieder eine Genehmigung",
    },
    author_gone: {
      label: "Ohne Aussteller",
      says: "wer die Dauergenehmigung erteilt hat, darf über das Tool nicht mehr entscheiden; Aufrufe brauchen wieder eine Genehmigung",
    },
  },
  revoke: {
    title: "Diese Dauergenehmigung widerrufen?",
    verb: "Widerrufen",
    says: "Passende Aufrufe brauchen ab jetzt wieder eine Genehmigung. Aktionen, die damit genehmigt wurden und noch nicht begonnen haben, laufen nicht. Eine widerrufene Dauergenehmigung kann nicht wiederhergestellt werden; Sie können aber eine neue erteilen.",
  },
  write: {
    title: "Dauergenehmigung erteilen",
    nothingWritten: "Nichts wurde erteilt",
    showPassed: "Zeigen, was durchgegangen wäre",
    verb: "Erteilen",
    confirmTitle: "Diese Aufrufe im Voraus genehmigen?",
    confirmVerb: "Im Voraus genehmigen",
    tool: "Tool",
    toolSays: (risk) =>
      `Gilt für die aktuelle Version des Tools. Nicht möglich bei Risikostufe ${risk} oder für ungeprüfte Tools`,
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
    unwanted: (calls) => `${numberWords(calls)} davon haben Personen abgelehnt`,
    unwantedSays: "Ein engerer Ausdruck lässt sie aus.",
    proposed: (status, time) => (
      <>
        {status}, vorgeschlagen {time}
      </>
    ),
    more: (calls) => `und ${numberWords(calls)} weitere`,
  },
};
