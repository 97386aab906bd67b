import { count, numberWords } from "../count.ts";
import type { strings } from "../tools.tsx";
import { ui } from "./ui.tsx";

export const tools: typeof strings = {
  page: {
    title: "Tools",
    says: "Tools, die Agenten aufrufen können, und ob Aufrufe eine Genehmigung brauchen. Ein Agent sieht nur die Tools seiner Gruppen.",
    none: "Noch kein Tool",
    noneSays: "Tools kommen von MCP-Servern, von Diensten, von Workern, die sie anmelden, und von diesem Server selbst.",
    withheld: (tools) => `${count(tools, "Tool", "Tools")} zurückgehalten, bis jemand nachsieht`,
    showWithheld: () => "Anzeigen",
    shown: (shown, all) =>
      shown === all ? count(all, "Tool", "Tools") : `${numberWords(shown)} von ${count(all, "Tool", "Tools")}`,
  },
  filter: {
    label: "Tools filtern",
    search: "Nach Name oder Beschreibung suchen",
    from: "Herkunft",
    fromAnywhere: "Jede Herkunft",
    group: "Gruppe",
    anyGroup: "Jede Gruppe",
    state: "Status",
    anyState: "Jeder Status",
    states: {
      attention: "Zu prüfen",
      unvetted: "Ungeprüft",
      asks: "Braucht eine Genehmigung",
      open: "Läuft automatisch",
      disabled: "Deaktiviert",
      gone: "Vom Server entfernt",
    },
    origins: {
      server: "Dieser Server",
      connections: "Verbindungen",
      studio: "Tool-Studio",
      workers: "Worker",
    },
  },
  source: {
    server: "Dieser Server",
    studio: "Tool-Studio",
    connection: "Eine Verbindung",
    worker: (name) => `Worker ${name}`,
  },
  list: {
    exposedAs: (name) => <>als {name}</>,
    approval: {
      required: "Immer mit Genehmigung",
      when: "Genehmigung bei manchen Aufrufen",
      never: "Läuft automatisch",
    },
    byRoutingToo: "und nach Routing-Regeln",
  },
  editing: {
    open: "Liste bearbeiten",
    forTicked: "Für die angekreuzten Tools",
    tickAll: (tools) => (tools === 1 ? "Das Tool ankreuzen" : `Alle ${count(tools, "Tool", "Tools")} ankreuzen`),
    ticked: (tools) =>
      tools === 0 ? "Kreuzen Sie Tools an, um für alle dasselbe festzulegen" : `${numberWords(tools)} angekreuzt`,
    setApproval: "Genehmigung festlegen…",
    setRisk: "Risiko festlegen…",
    group: "Gruppe",
    groupFor: "Gruppe, in die oder aus der sie kommen",
    add: "In die Gruppe",
    takeOut: "Aus der Gruppe",
    tick: (tool) => `${tool} ankreuzen`,
    isChanged: "Noch nicht gespeichert",
    tool: "Tool",
    aliasOf: (tool) => `Alias von ${tool}`,
    approvalOf: (tool) => `Genehmigung von ${tool}`,
    riskOf: (tool) => `Risiko von ${tool}`,
    groupsOf: (tool) => `Gruppen von ${tool}`,
    takeToolOut: (tool, group) => `${tool} aus ${group} nehmen`,
    showAll: (tools) => `${count(tools, "weiteres Tool", "weitere Tools")} anzeigen`,
    changed: (tools) => `${count(tools, "Tool", "Tools")} geändert, noch nicht gespeichert`,
    saved: (tools) => `Gespeichert: ${count(tools, "Tool", "Tools")}.`,
    unchanged: "Noch nichts geändert. Alle Tools werden zusammen gespeichert oder keines.",
    done: "Fertig",
    seeTool: (tool) => `Siehe ${tool}.`,
    tooMany: (tools) =>
      `Höchstens ${numberWords(tools)} Tools lassen sich zusammen speichern. Machen Sie es rückgängig und filtern Sie die Liste.`,
  },
  states: {
    vetted: "In Gebrauch",
    unvetted: "In Gebrauch, ungeprüft",
    changed: "Geändert",
    withheld: "Zurückgehalten",
    gone: "Entfallen",
  },
  disabled: "Deaktiviert",
  tabs: {
    label: "Einstellungen des Tools",
    names: {
      approval: "Genehmigung",
      routing: "Routing-Regeln",
      limits: "Fristen",
      access: "Zugriff",
      texts: "Namen und Texte",
      definition: "Definition",
    },
    faulty: "enthält Fehler",
    unsaved: "ungespeicherte Änderungen",
    needsReview: "muss geprüft werden",
  },
  drawer: {
    tryIt: "Ausprobieren",
    itsActions: "Aktionen dieses Tools",
  },
  clientNeeds: {
    title: "Nicht für jeden Client gelistet",
    askedFor: (need) => `Verlangte während eines Aufrufs ${need}, was der Client nicht anbot.`,
    unlisted: (declared) =>
      declared === ""
        ? "Der Server listet es nicht für Clients, die keine Fähigkeiten anbieten."
        : `Der Server listet es nicht für Clients, die nur ${declared} anbieten.`,
    forget: "Vergessen und für alle Clients listen",
    failed: "Die Änderung ist fehlgeschlagen. Versuchen Sie es noch einmal.",
  },
  vetting: {
    label: "Definition",
    states: {
      unvetted: {
        title: "Ungeprüft: Der Server gilt nicht als vertrauenswürdig, und niemand hat das Tool angesehen",
        text: "Agenten sehen es, und seine Aufrufe brauchen eine Genehmigung. Bis Sie es prüfen, gilt für Regeln das höchste Risiko.",
      },
      changed: {
        title: "Die Definition hat sich geändert; Agenten sehen das Tool nicht",
        text: "Das ist nicht, was akzeptiert wurde. Lesen Sie die Unterschiede; was mit der alten Definition wartete, endete als geändert.",
      },
      withheld: {
        title: "Zurückgehalten: Agenten sehen es nicht",
        text: "Etwas in der Definition muss sich zuerst eine Person ansehen.",
      },
      gone: {
        title: "Der Server listet es nicht mehr",
        text: "Aufrufe erhalten die Antwort, dass es entfallen ist. Es kommt zurück, sobald der Server es wieder listet.",
      },
    },
    found: "In der Definition gefunden",
    danger: "Gefahr:",
    foundAt: (message, path) => (
      <>
        {message} bei {path}
      </>
    ),
    acceptedAndNow: "Akzeptiert und jetzt",
    neverVetted: "Die Definition, noch nie geprüft",
    neverAccepted: "Die Definition, noch nie akzeptiert",
    definition: "Definition",
    firstSeen: (fingerprint, time) => (
      <>
        Fingerabdruck {fingerprint}, zuerst gesehen {time}
      </>
    ),
    fingerprint: (fingerprint) => <>Fingerabdruck {fingerprint}.</>,
    vet: {
      button: "Definition als geprüft markieren…",
      title: "Definition als geprüft markieren?",
      verb: "Als geprüft markieren",
      says: (risk) =>
        `Regeln richten sich ab jetzt nach dem Risiko des Tools: ${risk === null ? ui.risk.notRated : ui.risk.names[risk]}. Aufrufe brauchen weiterhin eine Genehmigung.`,
    },
    accept: {
      button: "Definition akzeptieren…",
      title: "Definition akzeptieren?",
      verb: "Akzeptieren",
      says: () =>
        "Agenten der zugehörigen Gruppen sehen die Definition, wie sie jetzt ist, und dürfen das Tool aufrufen. Was darin gefunden wurde, bleibt im Protokoll.",
    },
  },
  form: {
    enabled: "Agenten der zugehörigen Gruppen sehen das Tool und dürfen es aufrufen",
    changedMeanwhile: "Jemand hat dieses Tool inzwischen geändert",
    sendsOnlyYours: "Gespeichert wird nur, was Sie geändert haben.",
    showTheirs: "Meine Änderungen verwerfen und den neuen Stand zeigen",
    seeMarked: "Siehe die Markierungen oben.",
    saved: "Gespeichert.",
    undo: "Rückgängig",
  },
  faults: {
    wholeSeconds: "Geben Sie eine ganze Zahl von Sekunden ein.",
    forWhichCalls: "Geben Sie an, bei welchen Aufrufen gefragt wird.",
    noGroup: "Ein Tool gehört zu mindestens einer Gruppe; um es allen zu entziehen, deaktivieren Sie es.",
    howMany: "Geben Sie 1 bis 20 ein.",
    whose: "Geben Sie an, wer genehmigen muss.",
    ruleName: "Geben Sie der Regel einen Namen; er steht bei den Aktionen.",
    ruleWhen: "Geben Sie an, für welche Aufrufe sie gilt.",
    tooManyReasons: (most) => `Geben Sie höchstens ${most} Gründe an.`,
    reasonTwice: "Geben Sie jeden Grund nur einmal an.",
    reasonTooLong: (most) => `Geben Sie je Zeile höchstens ${most} Zeichen ein.`,
  },
  approval: {
    title: "Genehmigung",
    whenAsked: "Wann eine Genehmigung nötig ist",
    choices: {
      required: "Genehmigung für jeden Aufruf",
      when: "Genehmigung, wenn…",
      never: "Nie eine Genehmigung",
    },
    when: "Genehmigung, wenn",
    expression: (example, other) => (
      <>
        Ein CEL-Ausdruck über args, etwa {example} oder {other}. Aufrufe, die er nicht beurteilen kann, brauchen eine
        Genehmigung.
      </>
    ),
    afterRejection: "Nach einer Ablehnung",
    inSameSession: "In derselben Mission oder Sitzung",
    afterReject: {
      pause: "Wird verweigert; nach drei Malen wird das Tool angehalten",
      refuse: "Wird mit der Begründung der Person verweigert",
      ask: "Braucht wieder eine Genehmigung",
    },
  },
  reasons: {
    title: "Beim Ablehnen",
    label: "Gründe zur Auswahl beim Ablehnen",
    says: "Einer je Zeile. Ein Klick sendet einen Grund, und der Agent liest ihn. Leer: die Gründe, die der Posteingang vorgibt.",
  },
  risk: {
    title: "Risiko",
    because: ({ risk, ratedRisk, effectiveRisk, riskSource }) => {
      if (ratedRisk === null) return `Nicht bewertet; für Regeln gilt Stufe ${risk} von 5. Gründe:`;
      const shown =
        ratedRisk === effectiveRisk ? "" : `, angezeigt als ${effectiveRisk}, weil eine Person jeden Aufruf genehmigt`;
      const source = riskSource === "set" ? "von einem Administrator festgelegt" : "berechnet";
      return `Risikostufe ${ratedRisk} von 5 für sich genommen${shown}; ${source}. Gründe:`;
    },
    level: "Risikostufe",
    usedFor: "Maßgeblich für Risikogrenzen von Agenten, Prüfpflicht und Genehmigung am Client",
    asScored: "Wie berechnet",
  },
  groups: {
    title: "Gruppen",
    says: "Agenten mit einer dieser Gruppen sehen das Tool.",
    approvalIn: (group) => `Genehmigung in ${group}`,
    takeOutOf: (group) => `Aus ${group} herausnehmen`,
    takeOut: "Aus dieser Gruppe herausnehmen",
    addGroup: "Gruppe hinzufügen",
    existingOrNew: "Bestehende Gruppe oder neuer Name",
    add: "Hinzufügen",
  },
  names: {
    title: "Was Clients sehen",
    alias: "Alias",
    aliasSays: "MCP-Clients sehen stattdessen diesen Namen",
    description: "Beschreibung für Agenten",
    descriptionSays: "Ersetzt die Beschreibung des Tools, etwa wenn sie ungenau ist oder das Modell zu steuern versucht",
    question: "Frage am Client",
    questionSays: "Was eine Person gefragt wird; {toolName} und {args} werden eingesetzt",
    questionExample: "Darf der Agent {toolName} mit {args} ausführen?",
    preview: "Vorschau der Frage",
    previewSays: "Mit erfundenen Argumenten liest eine Person:",
  },
  approvers: {
    title: "Wer entscheiden darf",
    oneAsBelow: "Eine, wie unten angegeben",
    role: "Rolle",
    roles: {
      everybody: "Alle, die entscheiden dürfen",
      approver: "Alle, die entscheiden dürfen, für dieses Tool festgelegt",
      admin: "Nur Administratoren",
    },
    onlyThese: "Nur diese Personen",
    noneSelected: "Niemand ausgewählt: alle mit der Rolle.",
    mayNotDecide: (name) => `${name}, darf derzeit nicht entscheiden`,
    inClient: "Antworten am Client",
    inClientSays: "Ob die Person am Client eines Agenten dort antworten darf, sofern auch der Schlüssel des Agenten es erlaubt",
    belowRisk: "Unter Risikostufe 4 erlaubt",
    onlySignedIn: "Nein, nur angemeldete Personen",
    needsSecondPerson: "Immer eine zweite Person verlangen",
    needsSecondPersonSays:
      "Die Person, für die ein Agent handelt, kann seine Aufrufe dieses Tools nicht genehmigen, auch wenn für den Agenten die Selbstbestätigung eingeschaltet ist",
  },
  approvalRule: {
    needed: "Nötige Genehmigungen",
    needs: {
      any_of: "Eine von diesen",
      n_of: "Mehrere von diesen",
      all_of: "Eine je Zeile, alle von verschiedenen Personen",
    },
    howMany: "Wie viele Personen",
    whose: "Wessen Genehmigung",
    notLastEditor: "Wer zuletzt bearbeitet hat, genehmigt nicht",
  },
  approverLines: {
    anybody: "Jeder, der entscheiden darf",
    administrator: "Ein Administrator",
    memberOf: (team) => `Ein Mitglied von ${team}`,
    memberOfNone: (team) => `Ein Mitglied von ${team}, wo derzeit niemand entscheiden darf`,
    line: (list, line) => `${list}, Zeile ${line}`,
    removeLine: (list, line) => `${list}: Zeile ${line} entfernen`,
    addLineTo: (list) => `${list}: Zeile hinzufügen`,
    addLine: "Zeile hinzufügen",
  },
  routing: {
    title: "Routing-Regeln",
    says: "Aufrufe, die eine Bedingung erfüllen, brauchen weitere Genehmigungen oder haben weniger Zeit. Alle zutreffenden Regeln gelten, zusätzlich zu den anderen Einstellungen des Tools.",
    add: "Routing-Regel hinzufügen",
    rule: (rule) => `Routing-Regel ${rule}`,
    name: "Name",
    nameSays: "Steht bei den Aktionen, für die sie gilt",
    when: "Gilt, wenn",
    expression: (example) => (
      <>Ein CEL-Ausdruck über args, tool und agent, etwa {example}. Eine Regel, die nicht ausgewertet werden kann, gilt.</>
    ),
    asTool: "Wie für das Tool festgelegt",
    expiresAfter: "Läuft ab nach Sekunden",
    expiresSays: (inWords) => `Die Aktion läuft ab, wenn in dieser Zeit niemand entscheidet${inWords}`,
    removeRule: (rule) => `Routing-Regel ${rule} entfernen`,
    remove: "Regel entfernen",
  },
  waiting: {
    title: "Fristen",
    expireAfter: "Läuft ab nach (s)",
    expireSays: (inWords) => `Wenn bis dahin niemand entschieden hat${inWords}`,
    noEnd: "Unbegrenzt",
    channelDefault: "Vorgabe des Kanals",
    caller: "Aufrufer",
    callerSays: "Was der Aufruf eines Agenten inzwischen tut",
    delivery: {
      wait: "Der Aufruf wartet auf die Entscheidung",
      queue: "Der Aufruf kehrt sofort mit dem Status „eingereiht“ zurück",
    },
    atMost: "Wartet höchstens, in Sekunden",
    atMostSays: (inWords) => `Bis 600${inWords}`,
    whenOver: "Wenn diese Zeit vorbei ist",
    whenOverSays: "Und niemand entschieden hat",
    onEnd: {
      park: "Die Aktion bleibt offen; der Agent kann ihren Status später abfragen",
      expire: "Die Aktion läuft ab; der Aufruf wird abgelehnt",
    },
    remindAfter: "Erinnern nach (s)",
    remindSays: (inWords) => `Einmal alle, die entscheiden dürfen${inWords}`,
    noReminder: "Keine Erinnerung",
    escalateAfter: "Eskalieren nach (s)",
    escalateSays: (inWords) => `Dann dürfen auch die Genannten entscheiden${inWords}`,
    nobodyElse: "Niemand sonst",
    escalateTo: "Eskalieren an",
  },
  ownWords: {
    title: "Beschreibung des Tools durch sich selbst",
    titleUnverified: "Beschreibung des Tools durch sich selbst (ungeprüft)",
    ownTitle: (title) => <>Titel: {title}</>,
    annotations: "Annotationen",
    schema: "Schema der Eingabe",
    whenLost: "Wenn eine Ausführung verloren geht",
    effects: {
      transactional: "kann nicht verloren gehen",
      idempotent: "läuft noch einmal mit demselben Idempotenzschlüssel",
      reconcilable: "Countersign fragt das Tool, ob der Aufruf lief",
      unsafe: "eine Person prüft, was geschehen ist",
    },
    longestRun: "Längste Ausführung",
    seconds: (seconds) => `${seconds} s`,
    protectedKeys: "Vor Bearbeitung geschützt",
    hash: "Prüfsumme der Definition",
  },
};
