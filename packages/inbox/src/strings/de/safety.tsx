import type { strings } from "../safety.tsx";
import { count, numberWords } from "../count.ts";

export const safety: typeof strings = {
  title: "Sicherheit",
  emergencyStop: "Not-Aus",
  everythingStopped: "Alles ist angehalten",
  nothingStopped: "Nichts ist angehalten.",
  figures: (days) => `Die Zahlen stammen aus den letzten ${numberWords(days)} Tagen (UTC).`,
  notRead: "Die Zahlen konnten nicht geladen werden",
  reading: "Die Zahlen werden geladen",
  tableOf: (title) => `Tabelle: ${title}`,

  channels: {
    title: "Entscheidungen nach Kanal",
    none: "Niemand hat etwas entschieden.",
    head: ["Wo", "Genehmigt", "Abgelehnt", "Zurückgegeben"],
    names: {
      inbox: "Posteingang",
      api: "API",
      cli: "Kommandozeile",
      elicitation: "In einem MCP-Client",
      message: "In einer Nachricht",
      chat: "Chat",
      embed: "Eingebettete Seite",
      policy: "Richtlinie",
    },
  },

  ends: {
    title: "Was aus Vorschlägen wurde",
    none: "Es wurde nichts vorgeschlagen.",
    head: ["Ausgang", "Aktionen", "Grund"],
    failed: "Fehlgeschlagen",
  },

  withheld: {
    title: "Zurückgehaltene Tools",
    none: "Keine: Die Definition jedes Tools ist so, wie ein Administrator sie akzeptiert hat.",
    head: ["Tool", "Herkunft", "Grund"],
    definitionChanged: "Die Definition wurde geändert",
    waitsToBeAccepted: "Noch nicht akzeptiert",
  },

  signals: {
    title: "Risikohinweise",
    none: "Keine. Alle riskanten Tools brauchen eine Genehmigung, und in den genutzten Definitionen wurde nichts gefunden.",
    head: ["Tool", "Risiko", "Hinweis"],
    runsWithoutAsking: (hasRules) =>
      hasRules ? "Läuft ohne Genehmigung, sofern keine Routing-Regel greift." : "Läuft ohne Genehmigung.",
    asksByExpressions: "Braucht nur eine Genehmigung, wenn eine Bedingung zutrifft.",
    conditionalOnCritical: "Kritisches Tool, das nur für manche Aufrufe eine Genehmigung braucht.",
    groupLetsItRun: (group, hasRules) =>
      `Läuft in der Gruppe ${group} ohne Genehmigung${hasRules ? ", sofern keine Routing-Regel greift" : ""}.`,
    approvedAtClient: "Darf im Client des Agenten genehmigt werden.",
  },

  declined: {
    title: "Abgelehnt",
    none: "Es wurde nichts abgelehnt.",
    head: ["Tool", "Agent", "Von", "Grund", "Wann"],
  },

  repeats: {
    title: "Nach Ablehnung wiederholt",
    none: "Zurzeit wird deswegen kein Tool zurückgehalten.",
    head: ["Tool", "Agent", "Wiederholungen", "Zuletzt", "Status"],
    refused: "Verweigert",
    paused: "Pausiert",
    total: (calls) =>
      `${count(calls, "Aufruf", "Aufrufe")} ohne Rückfrage verweigert, weil eine Person bereits abgelehnt hatte.`,
  },

  stops: {
    title: "Not-Aus",
    none: "Kein Not-Aus",
    head: ["Vorgang", "Von", "Begründung", "Wann"],
    stopped: "Angehalten",
    lifted: "Aufgehoben",
  },
};
