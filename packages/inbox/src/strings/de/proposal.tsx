import { count } from "../count.ts";
import type { strings } from "../proposal.tsx";

export const proposal: typeof strings = {
  facts: {
    tool: "Tool",
    changes: "Ändert",
    proposedBy: "Vorgeschlagen von",
    digest: "Prüfsumme",
  },
  why: {
    title: "Warum eine Genehmigung nötig ist",
    reason: "Grund",
    policies: (amount) => (amount === 1 ? "Richtlinie" : "Richtlinien"),
    whoMayDecide: "Wer entscheiden darf",
    because: (risk) => `${risk}, weil`,
    becauseNotVetted: (risk) => `${risk}, nicht geprüft, weil`,
    readValue: (name, value) => (
      <>
        {name} ist {value}
      </>
    ),
  },
  details: {
    title: "Details",
    runs: "Ausführung",
    effects: {
      transactional: "genau einmal; Änderung und Ergebnis werden in einem Schritt gespeichert",
      idempotent: "wirkt auch bei Wiederholung nur einmal",
      reconcilable: "wird vor einem neuen Versuch geprüft",
      unsafe: "wird nie automatisch wiederholt",
    },
    mission: "Mission",
    batch: "Stapel",
    openBatch: "Stapel öffnen",
    inOneTable: "in einer Tabelle",
    conversation: "Unterhaltung",
    openConversation: "Unterhaltung als Tabelle öffnen",
    answeredBy: "Beantwortet durch",
    newProposal: "den neuen Vorschlag",
    audit: "Audit",
    evidence: "Nachweis",
    id: "ID",
  },

  changes: {
    makesNew: "Hier gibt es noch nichts; die Aktion legt es neu an.",
    removes: "Die Aktion entfernt es.",
  },
  drawing: {
    title: "Darstellung",
    drawnBy: (tool) => (
      <>
        Dargestellt vom Tool {tool}; nicht von Countersign geprüft. Sie genehmigen die Werte auf dieser Seite, nicht die
        Darstellung.
      </>
    ),
    frame: (tool) => `Darstellung von ${tool}`,
    hide: "Darstellung des Tools ausblenden",
    show: "Darstellung des Tools einblenden",
    late: "Die Darstellung wurde nicht geladen. Die Werte auf dieser Seite sind auch ohne sie vollständig.",
    left: "Die Darstellung wollte eine andere Seite öffnen und wurde geschlossen. Die Werte auf dieser Seite sind auch ohne sie vollständig.",
  },
  edits: {
    title: "Vor der Genehmigung bearbeitet",
    input: "Eingabe",
  },
  input: {
    asEdited: "Vollständige Eingabe, wie bearbeitet",
    form: "Darstellung der Eingabe",
    byField: "Nach Feld",
    json: "JSON",
    copyJson: "JSON kopieren",
  },

  lookAlikes: {
    title: "Hier ist möglicherweise etwas nicht, wonach es aussieht",
    found: (word, place, why) => (
      <>
        {word} in {place}: {why}
      </>
    ),
    more: (amount) => `Und ${count(amount, "weiteres Wort", "weitere Wörter")}.`,
    target: "dem Ziel",
    agentName: "dem Namen des Agents",
  },
  nearRepeat: {
    title: "Fast dasselbe wurde schon einmal abgelehnt",
    link: "einen ähnlichen Aufruf",
    rejected: (by, call, when) => (
      <>
        {by} hat {when} {call} desselben Agenten abgelehnt.
      </>
    ),
    rejectedBecause: (by, call, when, reason) => (
      <>
        {by} hat {when} {call} desselben Agenten abgelehnt: „{reason}“
      </>
    ),
  },
};
