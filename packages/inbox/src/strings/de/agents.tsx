import type { ReactNode } from "react";
import type { strings } from "../agents.tsx";
import { count } from "../count.ts";

export const agents: typeof strings = {
  title: "Agenten",
  says: "Jeder Agent hat einen eigenen Schlüssel. Ein Agent kann die Tools in seinen Gruppen bis zu seiner Risikogrenze nutzen und seine eigenen Aufrufe nie genehmigen oder ablehnen.",
  create: "Agent anlegen…",
  allAgents: "Agenten",
  search: "Name oder Gruppe eines Agenten",
  showRevoked: (keys) => `Auch ${count(keys, "widerrufenen Schlüssel", "widerrufene Schlüssel")} anzeigen`,
  removeGroupFilter: "Filter nach Gruppe entfernen",
  groupFilter: (group) => `Gruppe: ${group}`,
  noneYet: {
    title: "Noch kein Agent",
    says: "Erstellen Sie einen Schlüssel und geben Sie ihn einem Agenten: einem MCP-Client oder einem Programm mit dem SDK.",
  },
  noMatch: "Kein Agent passt dazu.",
  revoking: {
    refused: "Der Agent wird ab seiner nächsten Anfrage abgewiesen.",
    stillWaiting: (actions) =>
      `${count(actions, "Aktion", "Aktionen")} dieses Agenten ${actions === 1 ? "ist" : "sind"} noch offen. ${actions === 1 ? "Wird sie" : "Werden sie"} nach dem Widerruf genehmigt, ${actions === 1 ? "schlägt sie" : "schlagen sie"} als unzulässig fehl und ${actions === 1 ? "wird" : "werden"} nicht ausgeführt.`,
  },
  card: {
    label: (agent) => `Agent ${agent}`,
    waiting: (actions) => count(actions, "offene Aktion", "offene Aktionen"),
    allActions: "Alle Aktionen",
    allActionsOf: (agent) => `Alle Aktionen von ${agent}`,
    inUse: "Aktiv",
    revoked: "Widerrufen",
    groups: "Gruppen",
    noGroups: "keine (keine Tools verfügbar)",
    cap: "Risikogrenze",
    noCap: "keine",
    upToRisk: (risk) => `bis Risikostufe ${risk}`,
    selfConfirm: "Selbstbestätigung",
    inClient: "Genehmigung im Client",
    on: "ein",
    off: "aus",
    sessions: "Sitzungen",
    privateSessions: "privat",
    actsFor: "Handelt für",
    formerMember: "ein früheres Mitglied",
    connection: "Verbindung",
    byOAuth: "meldet sich über OAuth an",
    lastUsed: "Zuletzt benutzt",
    never: "nie",
    made: "Angelegt",
  },
  tasks: {
    edit: { button: "Bearbeiten…", label: (agent) => `${agent} bearbeiten` },
    chat: { button: "Chat…", label: (agent) => `Chat mit ${agent} einrichten` },
    connect: { button: "Client verbinden…", label: (agent) => `Client als ${agent} verbinden` },
    revoke: { button: "Widerrufen…", label: (agent) => `${agent} widerrufen` },
  },
  fields: {
    name: "Name",
    nameSays: "Steht bei allem, was der Agent vorschlägt",
    namePlaceholder: "Support-Agent",
    groups: "Gruppen",
    groupsSay: "Der Agent sieht die Tools in diesen Gruppen.",
    group: (name, tools) => `${name}${tools === undefined ? "" : `, ${count(tools, "Tool", "Tools")}`}`,
    cap: "Risikogrenze",
    capSays: "Tools mit einer höheren Risikostufe sind ausgeblendet und gesperrt",
    noCap: "Keine Grenze",
    upToRisk: (risk) => `Bis Risikostufe ${risk}`,
    actsFor: "Handelt für",
    actsForSays: "Diese Person kann Vorschläge dieses Agenten nicht genehmigen, außer mit Selbstbestätigung",
    selfConfirm: "Selbstbestätigung",
    selfConfirmSays:
      "Die Person, für die der Agent handelt, kann seine Aufrufe bis zu dieser Risikostufe genehmigen. Keine zweite Person prüft diese Aufrufe. Aufrufe, für die eine Genehmigungsregel gilt, müssen weiterhin andere genehmigen.",
    noSelfConfirm: "Aus: Jemand anderes muss genehmigen",
    nobody: "Niemand Bestimmten",
    personGone: "Ehemaliges Mitglied",
    privateSessions: "Seine Sitzungen sind privat",
    privateSessionsSay:
      "Nur der Eigentümer und Administratoren können seine Sitzungen lesen. Offene Aktionen erscheinen trotzdem im Posteingang der Genehmiger.",
    inClient: "Genehmigung im Client des Agenten zulassen",
    inClientSays:
      "Normalerweise aus: Wer den Schlüssel hat, könnte einen Client öffnen und dort die Frage nach der Genehmigung beantworten. Aufrufe von Tools mit hohem Risiko müssen immer von einer angemeldeten Person genehmigt werden.",
  },
  edit: {
    title: (agent: ReactNode) => <>{agent} bearbeiten</>,
    moreRights: "Diesem Agenten mehr Rechte geben?",
  },
  closeWithoutSaving: "Schließen, ohne zu speichern",
  nothingSaved: "Nichts wurde gespeichert",
  newAgent: {
    title: "Agent anlegen",
    create: "Anlegen",
    failed: "Es wurde kein Schlüssel erstellt",
    reduceProtection: "Schutz verringern?",
    createAnyway: "Trotzdem anlegen",
    allow: "Zulassen",
    keyTitle: "Schlüssel des Agenten",
    key: "Agent-Schlüssel",
    keySays:
      "Mehr braucht ein Agent nicht, um Aufrufe unter diesem Namen vorzuschlagen. Der Schlüssel gehört nicht in Dateien, die andere lesen können.",
    settingsNotSaved: "Weitere Einstellungen wurden nicht gespeichert",
    settingsNotSavedSays: (reason) =>
      `${reason} Der Schlüssel funktioniert trotzdem; die Einstellungen können Sie unter „Bearbeiten“ nachholen.`,
    done: "Fertig",
  },
  chat: {
    title: (agent: ReactNode) => <>Chat mit {agent}</>,
    settings: "Chat-Einstellungen",
    enabled: "Chat mit diesem Agenten erlauben",
    instructions: "Anweisungen",
    instructionsSay:
      "Wozu der Agent da ist und wie er arbeiten soll. Countersign fügt die Anweisung hinzu, dass Vorschläge von einer Person genehmigt werden müssen.",
    shown: "In der Unterhaltung anzeigen",
    widgets: {
      proposal: "Karte für einen einzelnen Vorschlag",
      proposals: "Tabelle für viele Vorschläge",
      table: "Datenzeilen, die ein Tool gelesen hat",
      element: "Link zu einem Element der Inhalte",
    },
    modelOf: "Modell von",
    modelOfSays: (link) => <>Eine {link("Verbindung")} zu einem Anbieter von Modellen.</>,
    script: "Eingebautes Skript, kein Modell",
    connectionGone: "Eine Verbindung, die es nicht mehr gibt",
    modelName: "Name des Modells",
    modelNameSays: "So, wie ihn der Anbieter schreibt",
    inputPrice: "Preis je Million Eingabe-Tokens",
    outputPrice: "Preis je Million Ausgabe-Tokens",
    notCounted: "Nicht gezählt",
    limits: "Grenzen",
    softRounds: "Runden, bis er zum Ende kommen soll",
    hardRounds: "Höchstens Runden je Zug",
    identicalCalls: "Gleiche Aufrufe je Zug",
    resultCharacters: "Zeichen je Ergebnis",
    sessionTokens: "Tokens je Unterhaltung",
    sessionCost: "Kosten je Unterhaltung",
    unansweredMinutes: "Minuten, bis ein unbeantworteter Vorschlag abläuft",
    unansweredMinutesSays: "Er gilt dann als abgelehnt, und der Agent macht weiter.",
    noLimit: "Keine Grenze",
    separators: { thousandSeparator: ".", decimalSeparator: "," },
  },
  connect: {
    title: (agent: ReactNode) => <>Client als {agent} verbinden</>,
    says: (
      <>
        Setzen Sie den Schlüssel des Agenten dort ein, wo <code>csa_…</code> steht. Er wurde nur einmal gezeigt, als er erstellt
        wurde; ist er verloren, wechseln Sie ihn.
      </>
    ),
    section: "Client verbinden",
    configurationOf: (client) => `Konfiguration für ${client}`,
    connected: "Verbunden",
    waiting: "Wartet",
    arrived: "Eine Anfrage mit diesem Schlüssel ist angekommen.",
    changesOnArrival: "Das ändert sich, sobald eine Anfrage mit diesem Schlüssel ankommt.",
    lastRequest: (when: ReactNode) => <>Die letzte kam {when}.</>,
  },
  clients: {
    "claude-code": {
      name: "Claude Code",
      where: "Führen Sie das dort aus, wo Sie arbeiten. Der Client merkt sich den Schlüssel in seinen eigenen Einstellungen.",
    },
    "claude-desktop": {
      name: "Claude Desktop",
      where:
        "In die Datei claude_desktop_config.json (Einstellungen, Entwickler, Konfiguration bearbeiten). Der Client startet Server als Befehle; deshalb leitet Countersign auf diesem Rechner seine Aufrufe weiter.",
    },
    "vs-code": {
      name: "VS Code",
      where: "In die Datei .vscode/mcp.json. VS Code fragt nach dem Schlüssel und schreibt ihn nicht in die Datei.",
    },
    cursor: {
      name: "Cursor",
      where: "In die Datei .cursor/mcp.json. Cursor liest den Schlüssel aus der Umgebungsvariablen COUNTERSIGN_AGENT_KEY.",
    },
    codex: {
      name: "Codex",
      where: "In die Datei ~/.codex/config.toml. Codex liest den Schlüssel aus der Umgebungsvariablen COUNTERSIGN_AGENT_KEY.",
    },
    other: {
      name: "Andere",
      where:
        "Die meisten anderen Clients lesen diese Form. Der MCP Inspector nimmt sie als Datei: --config mcp.json --server countersign.",
    },
  },
  keyPrompt: "Agent-Schlüssel",
};
