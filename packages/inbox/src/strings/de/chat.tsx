import { count, numberWords } from "../count.ts";
import type { strings } from "../chat.tsx";

export const chat: typeof strings = {
  newConversation: "Neue Unterhaltung",
  isScript: "Ein eingebautes Skript, kein Modell",
  sayWhatYouWant: "Schreiben Sie, was geschehen soll",

  conversations: {
    label: "Unterhaltungen",
    title: "Chat",
    create: "Neu",
    search: "Titel oder Wörter einer Unterhaltung",
    archived: "Archiviert",
    everyone: "Unterhaltungen von allen",
    reading: "Ihre Unterhaltungen werden geladen",
    noMatch: "Keine passende Unterhaltung.",
    noneArchived: "Das Archiv ist leer.",
    noneYet: "Noch keine Unterhaltung.",
    atWork: "arbeitet",
    proposalsWaiting: (amount) => `${count(amount, "Vorschlag", "Vorschläge")} offen`,
  },

  begin: {
    label: "Eine neue Unterhaltung",
    agentsUnread: "Die Agenten konnten nicht geladen werden",
    readingAgents: "Die Agenten werden geladen",
    noAgent: "Noch kein Agent für den Chat freigegeben",
    openAgent: (agents) => <>Geben Sie einen für den Chat frei: {agents}, dort die Schaltfläche „Chat…“.</>,
    agents: "Agenten",
    administratorOpens: "Ein Administrator gibt Agenten für den Chat frei.",
    onlyProposes: "Der Agent kann nur vorschlagen. Nichts wird geändert, bevor ein Genehmiger zustimmt.",
    withAgent: "Agent für den Chat",
    examples: "Zum Beispiel",
  },

  conversation: {
    label: "Unterhaltung mit einem Agenten",
    reading: "Die Unterhaltung wird geladen",
    unread: "Die Unterhaltung konnte nicht geladen werden",
    notFound: "Diese Unterhaltung gibt es nicht",
    notYours: "Sie dürfen sie nicht lesen, oder die Adresse ist falsch.",
    readOnly: (name) => (
      <>
        Unterhaltung von {name}. Sie können sie lesen und über ihre Vorschläge entscheiden; nur {name} kann hier schreiben.
      </>
    ),
    goToYours: "Zu Ihren Unterhaltungen",
    messageWhileOpen: "Nachricht (Vorschläge bleiben offen)",
    notDone: "Nicht ausgeführt",
    continuesWhenDecided: "Der Agent macht weiter, sobald über alle Vorschläge entschieden ist.",
    continueNow: "Ohne Entscheidung weitermachen",
    goOn: "Agenten weitermachen lassen",
    nothingToSend: "Nichts zu senden. Schreiben Sie zuerst eine Nachricht.",
    decideAbove: (amount) =>
      `Nichts zu senden. Oben ${amount === 1 ? "ist 1 Vorschlag" : `sind ${amount} Vorschläge`} offen; Enter entscheidet über keinen.`,
    queueIsFull: "Drei Nachrichten warten schon. Bearbeiten oder entfernen Sie eine davon, oder senden Sie diese später.",
  },

  header: {
    all: "Alle Unterhaltungen",
    agent: "Agent",
    rename: "Umbenennen",
    archive: "Archivieren",
    restore: "Aus dem Archiv holen",
    whatWaits: "Offene Vorschläge",
    reconnecting: "Die Verbindung wird wiederhergestellt; die Anzeige ist möglicherweise nicht aktuell.",
    isArchived: "Archiviert.",
    isWorking: "Der Agent arbeitet…",
    waitsForYou: (amount) => `${count(amount, "Vorschlag wartet", "Vorschläge warten")} auf Sie.`,
    waitsForOthers: (amount) => `${count(amount, "Vorschlag wartet", "Vorschläge warten")} auf jemanden, der entscheiden darf.`,
    allInTable: "Alle in einer Tabelle",
    notChanged: "Nicht geändert",
  },

  usage: {
    round: (round, limit) => `Runde ${round} von ${limit}`,
    tokens: (used, limit) =>
      limit === null ? `${numberWords(used)} Token` : `${numberWords(used)} von ${numberWords(limit)} Token`,
    cost: (spent, limit) => (limit === null ? `Kosten ${spent}` : `Kosten ${spent} von ${limit}`),
  },

  rename: {
    title: "Unterhaltung umbenennen",
    name: "Titel",
    notRenamed: "Nicht umbenannt",
    rename: "Umbenennen",
  },

  composer: {
    label: "Dem Agenten schreiben",
    message: "Nachricht",
    notSent: "Nicht gesendet",
    textIsKept: "Ihr Text ist noch da.",
    stop: "Agenten anhalten",
    send: "Senden",
    queue: "Senden, sobald die Antwort vollständig ist",
  },

  queued: {
    label: "Nachrichten, die noch gesendet werden",
    whenFinished: (amount) =>
      amount === 1
        ? "Wird gesendet, sobald die Antwort vollständig ist."
        : "Jede Nachricht wird gesendet, sobald die Antwort auf die vorherige vollständig ist.",
    held: "Noch nicht gesendet.",
    sendNow: "Jetzt senden",
    edit: (text) => `Bearbeiten: ${text}`,
    editHint: "Im Nachrichtenfeld bearbeiten",
    remove: (text) => `Entfernen: ${text}`,
    removeHint: "Entfernen; wird nicht gesendet",
  },

  messages: {
    conversation: "Unterhaltung",
    label: "Nachrichten",
    showEarlier: (amount) => `${count(amount, "frühere Nachricht", "frühere Nachrichten")} anzeigen`,
    fresh: "Neue Nachrichten",
    toEnd: "Zum Ende",
    fromCountersign: "Von Countersign",
    you: "Sie",
    agent: "Agent",
    sendsBack: (amount) => `Gibt ${count(amount, "Vorschlag", "Vorschläge")} zurück`,
    byAgent: (name, when) => (
      <>
        Agent {name}, {when}
      </>
    ),
    writing: "Schreibt…",
    stopped: "Hier angehalten.",
    failed: "Der Agent konnte nicht weitermachen",
    noReason: "Mehr ist nicht bekannt.",
    picture: (description, address) => (
      <>
        [Bild, nicht geladen: {description} {address}]
      </>
    ),
  },

  checkpoint: {
    label: (label) => <>Prüfpunkt: {label}</>,
    reading: "Der Prüfpunkt wird geladen",
    unread: (why) => `Der Prüfpunkt konnte nicht geladen werden. ${why}`,
    waiting: (waiting, all) => `${numberWords(waiting)} von ${count(all, "Vorschlag", "Vorschlägen")} offen`,
    empty: "In diesem Prüfpunkt gibt es noch keine Vorschläge",
    decidedAlone: "Über jeden Vorschlag wurde einzeln entschieden",
    approved: "Zusammen genehmigt",
    rejected: "Zusammen abgelehnt",
    decide: (amount) =>
      amount === 1 ? "Über den Prüfpunkt entscheiden" : `Über ${numberWords(amount)} Vorschläge zusammen entscheiden`,
    open: "Prüfpunkt öffnen",
  },

  calls: {
    refused: "Abgewiesen",
    wentOn: "Offen; der Agent hat weitergemacht",
    called: "Aufgerufen",
    input: "Eingabe",
    refusal: "Abgewiesen; dem Modell wurde der Grund genannt",
    outcome: "Was dem Modell mitgeteilt wurde",
    rowsFrom: (tool, amount) => (
      <>
        Aus {tool}, {count(amount, "Zeile", "Zeilen")}
      </>
    ),
    rows: "Zeilen",
    moreRows: (amount) => `${count(amount, "weitere Zeile", "weitere Zeilen")} nicht angezeigt.`,
  },
};
