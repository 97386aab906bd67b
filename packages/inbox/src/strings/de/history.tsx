import type { strings } from "../history.tsx";

export const history: typeof strings = {
  attempts: {
    title: "Ausführungen",
    table: "Tabelle der Ausführungen",
    head: ["Nummer", "Von", "Beginn", "Ende", "Letztes Lebenszeichen", "Ergebnis"],
    outcomes: { running: "Läuft", executed: "Erledigt", failed: "Fehlgeschlagen", lost: "Verloren" },
  },

  comments: {
    title: "Kommentare",
    reply: "Antwort des Agenten",
    replyUnverified: "Antwort des Agenten (ungeprüft)",
    askedNotTold: "Eine Frage an den Agenten. Er erhält sie, wenn er das nächste Mal nach dieser Aktion fragt.",
    askedAndTold: (when) => <>Eine Frage an den Agenten, die er {when} erhalten hat. Noch keine Antwort.</>,
    yourComment: "Ihr Kommentar",
    forPeopleAndAgent:
      "Für die Personen in diesem Arbeitsbereich; @ erwähnt jemanden. Als Frage an den Agenten geht der Text auch an ihn. Entschieden wird damit nichts.",
    forPeople: "Für die Personen in diesem Arbeitsbereich; @ erwähnt jemanden. Entschieden wird damit nichts.",
    people: "Personen zum Erwähnen",
    offered: (count) =>
      `${count === 1 ? "1 Person" : `${count} Personen`} zum Erwähnen. Pfeiltasten wählen, Enter erwähnt, Escape schließt die Liste.`,
    alsoMentioned: (names) => <>Erwähnt außerdem {names}.</>,
    comment: "Kommentieren",
    askAgent: "Agent fragen",
    notSent: (why) => `Nicht gesendet: ${why}`,
  },

  deliveries: {
    title: "Benachrichtigungen",
    hide: "Empfänger ausblenden",
    show: "Empfänger anzeigen",
    notRead: (why) => `Die Benachrichtigungen konnten nicht geladen werden: ${why}`,
    nobodyTold: "Außerhalb dieser Seiten wurde niemand benachrichtigt.",
    toPerson: (person, notice, channel) => (
      <>
        {person}: {notice} über {channel}
      </>
    ),
    toChannel: (channel, notice) => (
      <>
        {channel}: {notice}
      </>
    ),
  },

  formerProposal: {
    title: "Seit der Rückgabe",
    open: "Früheren Vorschlag öffnen",
    askedFor: (feedback) => <>Gewünscht war: „{feedback}“</>,
    notRead: (why) => `Der frühere Vorschlag konnte nicht geladen werden: ${why}`,
    input: "Eingabe",
  },

  outcome: {
    title: "Ausgang",
    result: "Ergebnis",
    size: (mebibytes) => `${mebibytes} MiB`,
    onlyBeginningKept: (size) => `Das Ergebnis hatte ${size}, mehr als aufbewahrt wird. Dies ist der Anfang.`,
    beginning: (size) => `Das Ergebnis hat ${size}. Dies ist der Anfang.`,
    downloadWhole: "Ganzes Ergebnis herunterladen",
  },

  staleTarget: {
    title: "Seit dem Vorschlag geändert",
    isGone: "Das Ziel gibt es nicht mehr",
    wasChanged: "Jemand hat das Ziel inzwischen geändert",
    seen: (when) => <>Bemerkt {when}.</>,
    cannotBeApproved:
      "So kann die Aktion nicht genehmigt werden: Der Vorschlag bezieht sich auf einen Stand, den es nicht mehr gibt.",
    notRead: (why) => `Der jetzige Stand konnte nicht geladen werden: ${why}`,
  },

  threeWay: {
    whatToCompare: "Was verglichen wird",
    changedMeanwhile: "Inzwischen geändert",
    wouldChangeNow: "Würde sich jetzt ändern",
    allThree: "Alle drei",
    since: "Was jemand anderes geändert hat: beim Vorschlag, verglichen mit jetzt.",
    nextRebased: "Was derselbe Aufruf am jetzigen Stand ändern würde.",
    next: "Der jetzige Stand, verglichen mit dem Vorschlag. Änderungen anderer gingen verloren.",
    notWatched: "Dieses Ziel ist von hier aus nicht einsehbar.",
    atProposal: "Beim Vorschlag",
    now: "Jetzt",
    proposed: "Vorgeschlagen",
    content: "Inhalt",
    nothingThere: "Hier ist nichts.",
  },

  timeline: {
    title: "Verlauf",
    notRead: (why) => `Der Verlauf konnte nicht geladen werden: ${why}`,
    details: "Details",
    hideDetails: "Details ausblenden",
  },

  unknownOutcome: {
    title: "Ausgang unbekannt",
    wasLost: "Die Ausführung brach ab, bevor sie ein Ergebnis melden konnte",
    whatToDo:
      "Es ist möglicherweise ganz oder teilweise geschehen. Sehen Sie nach, was geändert werden sollte, und geben Sie unten an, was Sie vorgefunden haben. Von selbst läuft die Aktion nicht noch einmal.",
    attempt: "Ausführung",
    attemptOf: (number, all, executor) => (
      <>
        {number} von {all}, durch {executor}
      </>
    ),
    started: "Beginn",
    lastHeartbeat: "Letztes Lebenszeichen",
    noHeartbeat: "keines nach dem Start",
    givenUp: "Aufgegeben",
    notYet: "noch nicht",
    lastHeard: "Letzte Nachricht",
    wouldHaveChanged: "Was geändert werden sollte",
    thereNow: "Jetziger Stand",
    looking: "Wird nachgesehen…",
    notRead: (why) => `Konnte nicht geladen werden: ${why}`,
    cannotLook: "Countersign kann dieses Ziel nicht einsehen. Bitte sehen Sie dort selbst nach.",
    unchanged: "Unverändert seit dem Vorschlag. Das spricht dafür, dass es nicht geschehen ist.",
    matches: "Das Ziel entspricht dem vorgeschlagenen Ergebnis. Die Aktion lief wahrscheinlich.",
    isGone: "Nichts: Das Ziel gibt es nicht mehr.",
    isDifferent: "Weder der Stand von vorher noch der vorgeschlagene. Bitte sehen Sie selbst nach.",
    lateReport: (outcome, message) =>
      `Ein zu spät eingegangener Bericht meldet „${outcome}“${message === undefined ? "" : `: ${message}`}`,
  },
};
