import type { strings } from "../decision.tsx";
import { count, numberWords } from "../count.ts";

export const decision: typeof strings = {
  decision: "Entscheidung",
  decisionOn: (title) => `Entscheidung: ${title}`,
  next: "Nächste",
  openInInbox: "Im Posteingang öffnen",
  openCollapsedFirst: "Öffnen Sie zuerst alle eingeklappten Teile",

  buttons: {
    readAndApproveInInbox: "Im Posteingang lesen und genehmigen",
    approve: "Genehmigen",
    approveAfterConfirming: "Genehmigen…",
    reject: "Ablehnen…",
    runLater: "Später ausführen…",
    edit: "Bearbeiten…",
    sendBack: "Zurückgeben…",
    breakGlass: "Notfallgenehmigung…",
    more: "Mehr…",
    less: "Weniger",
    openingForm: "Das Formular wird geöffnet",
    openingEditor: "Der Editor wird geöffnet",
  },
  meaning: {
    highRiskInInbox: "Hohes Risiko wird nur im Posteingang genehmigt.",
    unvettedInInbox: "Ein ungeprüftes Tool wird nur im Posteingang genehmigt.",
    lastApprovalRuns: "Mit der letzten nötigen Genehmigung läuft sie einmal, genau wie angezeigt.",
    runsOnce: "Läuft einmal, genau wie angezeigt.",
  },
  blocked: {
    targetChanged: "Das Ziel hat sich seit dem Vorschlag geändert",
    approvedAlready: "Sie haben bereits genehmigt; es fehlt noch jemand anderes",
    tickFirst: "Setzen Sie zuerst oben das Häkchen",
  },

  confirm: {
    asks: (title, digest) => (
      <>
        „{title}“ genehmigen? Das läuft einmal, mit der Prüfsumme {digest}.
      </>
    ),
    approve: "Ja, genehmigen",
  },

  assignment: {
    assignedTo: "Zugewiesen an",
    nobody: "Niemand",
    you: "Sie",
    handOver: "Übergeben",
    giveBack: "Abgeben",
    unassign: "Zuweisung aufheben",
    takeOn: "Ich übernehme",
  },

  refused: {
    decidedBySomeoneElse: "Jemand anderes hat schon entschieden",
    decidedBy: (who, when, says, isQuestion) => (
      <>
        {who} hat {when} entschieden: Die {isQuestion ? "Frage" : "Aktion"} {says}.
      </>
    ),
    standsNow: (says, isQuestion) => `Die ${isQuestion ? "Frage" : "Aktion"} ${says}.`,
    clickChangedNothing: "Ihr Klick hat nichts geändert.",
    changedWhileReading: "Während Sie gelesen haben, hat sich etwas geändert",
    readAgain: "Es wurde nichts entschieden. Die Seite zeigt jetzt, was laufen würde; bitte lesen Sie es noch einmal.",
    noAnswer: "Der Server hat nicht geantwortet",
    maybeRecorded: (says, isQuestion) =>
      `Ihre Entscheidung wurde möglicherweise erfasst: Die ${isQuestion ? "Frage" : "Aktion"} ${says}.`,
    notKnownYet:
      "Der Server hat Ihre Entscheidung noch nicht bestätigt. Das Ergebnis erscheint hier, sobald der Server antwortet. Sie können unbesorgt noch einmal klicken.",
    nothingDecided: "Es wurde nichts entschieden",
  },

  definition: {
    findings: "In der Definition gefunden",
    tool: "Tool",
    comesFrom: "Herkunft",
    untrustedServer: (server) => <>{server}, ein MCP-Server, der nicht als vertrauenswürdig gilt</>,
    nameThere: "Dortiger Name",
    title: "Titel",
    description: "Beschreibung",
    inputSchema: "Schema der Eingabe",
    annotations: "Angaben des Servers (ungeprüft)",
    everythingElse: "Alle weiteren Angaben",
    fingerprint: "Fingerabdruck",
    riskSoFar: "Gründe für das bisherige Risiko",
    none: "Keine",
  },

  later: {
    runAt: "Ausführen am",
    onThisClock: "Nach der Uhr dieses Computers. Läuft dann oder sobald danach ein Server da ist",
    chooseFirst: "Wählen Sie zuerst einen Zeitpunkt",
    hasPassed: "Dieser Zeitpunkt ist vorbei",
    expiresBefore: "Der Agent oder eine Routing-Regel verlangt, dass die Aktion vorher abläuft",
    approve: "Genehmigen und einplanen",
    meaning:
      "Läuft einmal, genau wie angezeigt, und nicht vor diesem Zeitpunkt. Bis dahin kann jede Person, die darüber entscheiden darf, die Genehmigung zurückziehen.",
  },

  refine: {
    writeFirst: "Schreiben Sie zuerst etwas",
    askAgain:
      "Was dies ändern würde, hat nach dem Vorschlag jemand anderes geändert. Bitte noch einmal lesen und die Änderung auf dem jetzigen Stand neu vorschlagen.",
    call: {
      label: "Was soll der Agent ändern?",
      placeholder: "z. B. „Die Grenze bei 60 Minuten lassen“",
      send: "Zurückgeben",
      meaning: "Dieser Aufruf wird nicht ausgeführt. Der Agent kann einen überarbeiteten vorschlagen.",
    },
    question: {
      label: "Was ist unklar?",
      placeholder: "Welche der beiden Rechnungen ist gemeint?",
      send: "Zurückfragen",
      meaning: "Diese Frage endet; der Agent kann eine neue stellen, die mehr sagt.",
    },
  },

  reject: {
    reason: "Grund (geht an den Agenten)",
    optional: "Optional",
    call: {
      presets: ["Nicht nötig", "Falsches Ziel", "Falscher Inhalt", "Zu riskant", "Nicht jetzt"],
      presetsLabel: "Ablehnen als",
      send: "Ablehnen",
      meaning: "Dieser Aufruf wird nie ausgeführt. Das lässt sich nicht rückgängig machen.",
    },
    question: {
      presets: ["Weiß ich nicht", "Jemand anderen fragen", "Nicht nötig", "Selbst entscheiden"],
      presetsLabel: "Ablehnen mit",
      send: "Nicht beantworten",
      meaning: "Der Agent bekommt auf diese Frage keine Antwort. Das lässt sich nicht rückgängig machen.",
    },
  },

  caution: {
    high: "Hohes Risiko: Prüfen Sie das Ziel und jedes Feld, bevor Sie genehmigen.",
    critical: "Kritisch: Das lässt sich womöglich nicht rückgängig machen. Öffnen Sie oben jeden Teil und lesen Sie alles.",
    notVetted:
      "Ungeprüft: Noch kein Administrator hat sich dieses Tool angesehen. Öffnen Sie oben jeden Teil und lesen Sie alles.",
    goToNext: (unopened) =>
      unopened === 1 ? "Zum letzten ungeöffneten Teil" : `Zum nächsten von ${numberWords(unopened)} ungeöffneten Teilen`,
    haveReviewed: "Ich habe jedes Argument geprüft",
  },

  recovery: {
    executed: {
      label: "Als erledigt vermerken…",
      confirm: "Vermerken, dass es geschehen ist",
      asks: "Wie haben Sie das geprüft? (wird protokolliert)",
      meaning: "Gilt als erledigt und läuft nicht noch einmal.",
    },
    failed: {
      label: "Als nicht erledigt vermerken…",
      confirm: "Vermerken, dass es nicht geschehen ist",
      asks: "Wie haben Sie das geprüft? (wird protokolliert)",
      meaning: "Gilt als fehlgeschlagen; danach kann die Aktion erneut ausgeführt werden.",
    },
    retry: {
      label: "Erneut ausführen…",
      confirm: "Erneut ausführen",
      asks: "Kommentar (optional)",
      meaning:
        "Dieselbe Eingabe läuft noch einmal. Vergewissern Sie sich, dass die vorherige Ausführung nicht schon gewirkt hat.",
    },
    withdraw: {
      label: "Genehmigung zurückziehen…",
      confirm: "Zurückziehen",
      asks: "Warum? (optional)",
      meaning: "Die Aktion läuft nicht. Danach kann sie erneut ausgeführt werden.",
    },
    runsWithdrawn: "Läuft jetzt; unter einer Regel nicht vor dem Zeitpunkt, den die Genehmiger gewählt haben.",
    needsNewProposal: "So kann die Aktion nicht erneut laufen. Der Agent muss sie auf dem jetzigen Stand neu vorschlagen.",
    whySafe: "Warum ist es sicher, sie erneut auszuführen? Das wird protokolliert",
    sayHowFirst: "Füllen Sie zuerst das Feld oben aus",
  },

  stale: {
    title: "Das Ziel hat sich geändert: keine Genehmigung möglich",
    rebase: "Auf den jetzigen Stand übertragen",
    askAgain: "Agent erneut fragen…",
    rebaseMeaning:
      "Derselbe Aufruf wird noch einmal vorgeschlagen, auf Grundlage des aktuellen Stands des Ziels. Den neuen Vorschlag müssen Sie noch genehmigen.",
    leavesOut: (fields) => <>Felder, die auch jemand anderes geändert hat, werden nicht übernommen: {fields}.</>,
    cannotRebase: "Auf dem jetzigen Stand ist derselbe Aufruf nicht möglich.",
  },

  stands: {
    verdicts: { approve: "Genehmigt", reject: "Abgelehnt", refine: "Zurückgegeben" },
    questionVerdicts: { approve: "Beantwortet", reject: "Abgelehnt", refine: "Zurückgegeben" },
    decidedBy: (verdict, who, when) => (
      <>
        {verdict} von {who}, {when}.
      </>
    ),
    decidedInPlaceOf: (verdict, who, whom, when) => (
      <>
        {verdict} von {who} in Vertretung von {whom}, {when}.
      </>
    ),
    selfConfirmed: (who, when) => (
      <>
        Selbst bestätigt von {who}, {when}. Der Agent handelt für diese Person.
      </>
    ),
    selfConfirms: "Dieser Agent handelt für Sie. Sie bestätigen seinen Aufruf selbst; niemand sonst prüft ihn.",
    resolvedBy: (who, when) => (
      <>
        {who}, {when}.
      </>
    ),
    now: (says, isQuestion) => `Die ${isQuestion ? "Frage" : "Aktion"} ${says}.`,
    comment: (text) => <>„{text}“</>,
    mayOnlyRead: "Sie können diese Aktion lesen; zum Entscheiden brauchen Sie die Rolle Genehmiger.",
    hasIt: (name) => <>{name} hat die Aktion übernommen. Sie können trotzdem entscheiden.</>,
  },
  votes: {
    label: "Genehmigungen",
    progress: (given, needed, voters, missing) => (
      <>
        {given} von {count(needed, "Genehmigung", "Genehmigungen")}
        {voters.map(({ id, name }, at) => (
          <span key={id}>
            {at === 0 ? ", von " : " und "}
            {name}
          </span>
        ))}
        {missing !== null && <>; noch nötig: {missing}</>}.
      </>
    ),
    allOf: (names) => names.join(" und "),
  },
  start: {
    label: "Start",
    onceApproved: (time, away) => (
      <>
        Nach der Genehmigung läuft sie frühestens am {time} ({away}).
      </>
    ),
    wasToRun: (time, away) => (
      <>
        Sie sollte am {time} ({away}) laufen und läuft, sobald ihr Server oder Worker da ist.
      </>
    ),
    runs: (time, away) => (
      <>
        Sie läuft am {time} ({away}).
      </>
    ),
  },

  timeLimit: {
    expires: "Läuft ab",
    wouldHaveExpired: "Wäre abgelaufen",
    noLimit: "nie",
    change: "Ändern",
    changeLabel: "Frist ändern",
    spans: { hour: "In einer Stunde", fourHours: "In vier Stunden", day: "In einem Tag", week: "In einer Woche" },
    never: "Nie",
    asLateAsPossible: "So spät wie möglich",
    atAnotherTime: "Zu einem anderen Zeitpunkt",
    time: "Zeitpunkt",
    onThisClock: "Nach der Uhr dieses Computers",
    latest: (when) => <>Der Agent oder eine Routing-Regel verlangt, dass die Aktion spätestens {when} abläuft.</>,
    set: "Festlegen",
  },

  vet: {
    open: "Tool prüfen…",
    title: "Tool prüfen",
    confirm: "Als geprüft bestätigen",
    notRead: "Das Tool konnte nicht geladen werden",
    cannotBeVetted: "Hier lässt es sich nicht prüfen",
    definitionChanged:
      "Die Definition wurde inzwischen geändert oder zurückgehalten, oder es gibt sie nicht mehr. Sehen Sie unter „Tools“ nach.",
    vetted: "Geprüft",
    goesByRating: (risk) =>
      `Für Aufrufe, die ab jetzt vorgeschlagen werden, gilt die Einstufung: ${risk}. Was schon offen ist, wird weiterhin einzeln gelesen und genehmigt. Ändert der Server die Definition, wird das Tool zurückgehalten, bis es wieder jemand prüft.`,
    risk: "Risiko",
    asYouRateIt: "So, wie Sie es nach dem Lesen der Definition einstufen",
    asScored: "Wie berechnet",
    effect: "Das bewirkt die Prüfung",
    effectWords:
      "Regeln richten sich nach diesem Risiko statt nach dem höchsten: Grenzen für Agenten, Dauergenehmigungen, Stapel, Genehmigung im Client des Agenten. Aufrufe müssen weiterhin genehmigt werden.",
    notVetted: "Das Tool wurde nicht als geprüft vermerkt",
  },
};
