import { count, numberWords } from "../count.ts";
import type { strings } from "../queue.tsx";

const actions = (amount: number): string => count(amount, "Aktion", "Aktionen");

export const queue: typeof strings = {
  queue: "Warteschlange",
  actions,
  selected: (amount) => `${numberWords(amount)} ausgewählt`,
  views: { waiting: "Offen", problems: "Probleme", decided: "Entschieden", all: "Alle" },
  newActions: (amount) => (amount === 1 ? "Eine neue Aktion wartet" : `${numberWords(amount)} neue Aktionen warten`),
  showNews(arrived, changed) {
    const parts = [
      ...(arrived > 0 ? [`${numberWords(arrived)} neu`] : []),
      ...(changed > 0 ? [`${numberWords(changed)} geändert`] : []),
    ];
    return `${parts.length === 0 ? "Vielleicht nicht mehr aktuell" : parts.join(", ")}: anzeigen`;
  },
  batch: {
    selectedActions: "Ausgewählte Aktionen",
    verdicts: {
      approve: {
        button: (amount) => `${numberWords(amount)} genehmigen…`,
        ask: (amount) => `${actions(amount)} genehmigen`,
        meaning: "Jede wird genau einmal ausgeführt, exakt wie vorgeschlagen.",
        message: null,
      },
      reject: {
        button: (amount) => `${numberWords(amount)} ablehnen…`,
        ask: (amount) => `${actions(amount)} ablehnen`,
        meaning: "Keine davon wird ausgeführt. Die Agenten werden informiert.",
        message: { label: "Begründung für die Agenten", placeholder: "Optional" },
      },
      refine: {
        button: (amount) => `${numberWords(amount)} zurückgeben…`,
        ask: (amount) => `${actions(amount)} zurückgeben`,
        meaning: "Keine davon wird ausgeführt. Die Agenten können neue vorschlagen, die Ihre Anmerkungen berücksichtigen.",
        message: { label: "Was soll der Agent ändern?", placeholder: "Gilt für alle gleichermaßen" },
      },
    },
    approveAndReject: (approved, rejected) => `${actions(approved)} genehmigen, ${numberWords(rejected)} ablehnen`,
    rejectRest: (amount) =>
      amount === 1
        ? "Auch die nicht ausgewählte Aktion ablehnen (sonst bleibt sie im Posteingang)"
        : `Auch die ${numberWords(amount)} nicht ausgewählten Aktionen ablehnen (sonst bleiben sie im Posteingang)`,
    reasons: "Als Begründung",
    actionsToDecide: "Zu entscheidende Aktionen",
    withYourEdits: "mit Ihren Änderungen",
    leaveOut: (title) => `Aus diesem Stapel entfernen: ${title}`,
    leaveOutHint: "Aus diesem Stapel entfernen (bleibt im Posteingang)",
    saySomething: "Geben Sie zuerst an, was anders werden soll",
    nothingLeft: "Hier gibt es nichts mehr zu entscheiden",
    nothingShown: "Hier ist noch nichts vollständig angezeigt",
    reading: (done, of) => `Änderungen werden geladen: ${numberWords(done)} von ${numberWords(of)}`,
    sending: (sent, of) => `${numberWords(sent)} von ${numberWords(of)} entschieden…`,
    notSent: "Senden fehlgeschlagen",
    nothingDecided: "Es wurde nichts entschieden.",
  },
  exports: {
    button: "Liste exportieren",
    formats: { csv: "CSV, für Tabellenkalkulationen", jsonl: "JSON Lines, für Programme" },
  },
  filters: {
    label: "Warteschlange filtern",
    search: "Titel, Tool, Ziel, Argumente durchsuchen",
    tool: "Tool",
    anyTool: "Alle Tools",
    more: "Weitere Filter",
    views: "Ansichten",
    agent: "Agent",
    anyAgent: "Alle Agenten",
    decidedBy: "Entschieden von",
    anyone: "Alle",
    risk: "Risiko",
    anyRisk: "Jedes Risiko",
    orNotVetted: (risk) => `${risk} oder ungeprüft`,
    assignee: "Zugewiesen an",
    you: "Sie",
    nobody: "Niemanden",
    age: "Alter",
    anyAge: "Jedes Alter",
    status: "Status",
    waiting: "Offen",
    groupBy: "Gruppieren nach",
    noGroups: "Nicht gruppiert",
    order: "Reihenfolge",
    mostUrgentFirst: "Dringendste zuerst",
    newestFirst: "Neueste zuerst",
    mission: "Mission",
    batch: "Stapel",
    exactId: "ID",
    remove: (filter) => `Filter „${filter}“ entfernen`,
  },
  filtered: {
    text: (text) => `Text: ${text}`,
    tool: (name) => `Tool: ${name}`,
    agent: (name) => `Agent: ${name}`,
    decidedBy: (name) => `Entschieden von ${name}`,
    mission: (id) => `Mission: ${id}`,
    batch: (id) => `Stapel: ${id}`,
    risk: (level) => `Risiko: ${level} von 5`,
    assignedTo: (name) => `Zugewiesen an ${name}`,
    assignedToNobody: "Niemandem zugewiesen",
    olderThan: (age) => `Älter als ${age}`,
  },
  groups: {
    names: { batch: "Stapel", mission: "Mission", tool: "Tool" },
    without: { batch: "Ohne Stapel", mission: "Ohne Mission", tool: "Ohne Tool" },
    by: { batch: "Nach Stapel", mission: "Nach Mission", tool: "Nach Tool" },
    select: (name) => `Gruppe auswählen: ${name}`,
    continued: "(Fortsetzung)",
  },
  list: {
    notRead: "Die Warteschlange konnte nicht geladen werden",
    notRefreshed: "Die Warteschlange konnte nicht aktualisiert werden",
    actions: "Aktionen",
    loadingMore: "Wird geladen…",
    loading: "Warteschlange wird geladen",
    nothingWaits: "Nichts wartet auf Sie",
    nothingWaitsMeaning: "Sobald ein Agent etwas vorschlägt, erscheint es hier.",
    nothingHere: "Nichts vorhanden",
    noneHasStatus: "Keine Aktion hat diesen Status.",
    nothingMatches: "Keine Treffer",
    noneMatches: (view, filters) => (
      <>
        Keine Aktion der Ansicht „{view}“ passt zu {filters}.
      </>
    ),
    clearFilters: "Filter zurücksetzen",
    searchAll: "In jedem Status suchen",
  },
  row: {
    select: (title) => `Auswählen: ${title}`,
    expires: (time) => <>läuft {time} ab</>,
    comments: (amount) => count(amount, "Kommentar", "Kommentare"),
    othersAsked: "auch andere gefragt",
    reminded: "erinnert",
    decidedBy: (name, time) => (
      <>
        von {name} · {time}
      </>
    ),
    runs: (time) => <>Ausführung {time}</>,
  },
  selection: {
    selectAll: "Alle auswählen",
    selectAllOf: (amount) => `Alle ${numberWords(amount)} auswählen`,
    selectFirst: (amount) => `Die ersten ${numberWords(amount)} auswählen`,
    moreMatch: (amount) => `${actions(amount)} ausgewählt; es gibt weitere Treffer.`,
    loading: (loaded, of) => `${numberWords(loaded)}${of === null ? "" : ` von ${numberWords(of)}`} geladen…`,
    failed: (message, amount) => `Nicht alle konnten geladen werden: ${message} ${actions(amount)} ausgewählt.`,
    full: (amount) =>
      `Nur ${actions(amount)} ausgewählt; mehr können nicht zusammen entschieden werden. Die übrigen bleiben im Posteingang.`,
    arrived: (amount) =>
      amount === 1 ? "Seitdem ist eine weitere eingetroffen." : `Seitdem sind ${numberWords(amount)} weitere eingetroffen.`,
    selectArrived: () => "Auch auswählen",
    ok: "OK",
    noLongerSelected: (named, others) => (
      <>
        Nicht mehr ausgewählt: {named}
        {others > 0 && ` und ${count(others, "weitere", "weitere")}`}.
      </>
    ),
    decided: (title, status) => (
      <>
        „{title}“ (Status: {status})
      </>
    ),
    changed: (title) => <>„{title}“ (geändert)</>,
  },
  emergencies: {
    label: "Notfallgenehmigungen",
    toReview: (amount) => `${count(amount, "Notfallgenehmigung", "Notfallgenehmigungen")} zu prüfen…`,
  },
  repeats: {
    label: "Wiederholungen abgelehnter Aufrufe",
    button(paused, retried) {
      const parts = [
        ...(paused > 0 ? [`${count(paused, "Tool", "Tools")} pausiert`] : []),
        ...(retried > 0 ? [`${count(retried, "Tool", "Tools")} nach Ablehnung erneut aufgerufen`] : []),
      ];
      return `${parts.join(", ")}: ansehen…`;
    },
    title: "Nach Ablehnung erneut aufgerufen",
    nothingLeft: "Hier gibt es nichts mehr anzusehen.",
    repeated: (tool) => `${tool}, wiederholt`,
    paused: (tool) => `${tool}, pausiert`,
    isInUse: (tool) => <>{tool} ist weiterhin in Gebrauch.</>,
    isPaused: (tool) => <>{tool} ist für diesen Agenten pausiert.</>,
    rejectedInARow: (agent, calls, last) => (
      <>
        {count(calls, "Aufruf", "Aufrufe")} von {agent} {calls === 1 ? "wurde" : "wurden"} nacheinander abgelehnt, zuletzt{" "}
        {last}.
      </>
    ),
    askedAgain: (agent, times, where, last) => (
      <>
        {agent} hat {count(times, "Mal", "Mal")} erneut angefragt, was eine Person abgelehnt hatte, zuletzt {where}, {last}.
        Dazu wurde niemand noch einmal gefragt.
      </>
    ),
    inMission: (name) => <>in Mission {name}</>,
    inSession: (name) => <>in Sitzung {name}</>,
    inNeither: "in einem Aufruf ohne Mission und Sitzung",
    noReason: "Es wurde kein Grund angegeben.",
    reason: (reason) => <>Grund: „{reason}“</>,
    rejectedAction: "Zur abgelehnten Aktion",
    notLifted: "Konnte nicht aufgehoben werden",
    liftPause: "Pause aufheben",
    letAskAgain: "Wieder anfragen lassen",
    unblock: "Freigeben und Wiederholungen zulassen",
  },
  overview: {
    allDecided: "Alles entschieden",
    allDecidedMeaning: "Derzeit ist nichts offen. Neue Vorschläge erscheinen von selbst.",
    needDecision: (amount) => `${actions(amount)} ${amount === 1 ? "braucht" : "brauchen"} eine Entscheidung`,
    oldestIs: (time) => <>Älteste: {time}.</>,
    problems: "Probleme",
    problemCount: (amount) => count(amount, "Problem", "Probleme"),
    all: (amount) => `Alle ${numberWords(amount)}`,
    tool: "Tool",
    waiting: "Offen",
    oldest: "Älteste",
    checkpoints: "Prüfpunkte",
    checkpoint: (name, pending, opened) => (
      <>
        {name}: {numberWords(pending)} offen, angelegt {opened}
      </>
    ),
  },
};
