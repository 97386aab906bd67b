import { count, numberWords } from "../count.ts";
import type { strings } from "../upstreams.tsx";

export const upstreams: typeof strings = {
  page: {
    title: "MCP-Server",
    says: "Server hinter Countersign. Agenten erreichen sie nie direkt: Countersign ruft sie mit eigenen Zugangsdaten auf, und was eine Genehmigung braucht, wird erst gesendet, wenn ein Mensch es genehmigt hat.",
    importFromClient: "Aus Client importieren…",
    connect: "MCP-Server verbinden…",
    servers: "MCP-Server",
    search: "Name oder Adresse eines Servers",
    empty: "Noch kein MCP-Server",
    howToAdd:
      "Verbinden Sie hier einen Server, der eine Adresse hat. Importieren Sie die Server, die Ihr Client schon kennt, auch solche, die als Befehl gestartet werden.",
    noMatch: "Kein passender Server.",
  },
  status: {
    starting: "Startet",
    online: "Online",
    offline: "Offline",
    disabled: "Deaktiviert",
  },
  transports: {
    stdio: "Befehl auf dem Rechner des Servers",
    http: "Streamable HTTP",
    sse: "HTTP mit SSE (Stand 2024)",
  },
  trust: {
    trusted: "Vertrauenswürdig: Tools, die nach eigener Angabe nur lesen, fragen niemanden",
    untrusted: "Nicht vertrauenswürdig: Jedes Tool fragt, bis Sie etwas anderes festlegen",
  },
  eras: {
    legacy: "2025-11-25 und älter",
    auto: "Automatisch erkennen",
    modern: "Nur 2026-07-28",
  },
  sharing: {
    "per-agent": "Getrennt: Jede Sitzung eines Agenten hat eine eigene Verbindung",
    shared: "Gemeinsam: Alle Agenten teilen sich eine Verbindung und das, was der Server dazu speichert",
  },
  limits: {
    callSeconds: {
      label: "Zeitlimit eines genehmigten Aufrufs (Sekunden)",
      description: "Danach wird der Aufruf abgebrochen; sein Ausgang ist unbekannt",
    },
    maxResultMebibytes: {
      label: "Größtes Ergebnis (MiB)",
      description: "Von einem größeren Ergebnis eines genehmigten Aufrufs bleibt nur der Anfang",
    },
    maxTools: { label: "Höchstzahl an Tools", description: "Weitere Tools dieses Servers werden Agenten vorenthalten" },
  },
  card: {
    server: (name) => `MCP-Server ${name}`,
    offline: "Offline",
    isRetried:
      "Die Verbindung wird von selbst in wachsenden Abständen neu versucht; Aufrufe der Tools melden solange, dass der Server offline ist.",
    withheld: (tools) => `${count(tools, "Tool wird", "Tools werden")} Agenten vorenthalten`,
    reasonInDetails: "Den Grund finden Sie in den Details dieses Servers.",
    lookAtWithheld: (tools) => (tools === 1 ? "Tool ansehen" : "Tools ansehen"),
    address: "Adresse",
    command: "Befehl",
    transport: "Transport",
    trust: "Vertrauen",
    trusted: "Vertrauenswürdig",
    notTrusted: "Nicht vertrauenswürdig",
    setUp: "Eingerichtet",
    inFile: "in countersign.yaml, hier nur lesbar",
    onThisPage: "auf dieser Seite",
    tools: "Tools",
    toolCount: (tools) => count(tools, "Tool", "Tools"),
    details: "Details",
    hideDetails: "Details ausblenden",
    showDetailsOf: (name) => `Details von ${name} anzeigen`,
    hideDetailsOf: (name) => `Details von ${name} ausblenden`,
  },
  details: {
    trust: "Was Vertrauen hier bedeutet",
    toolNames: "Namen der Tools",
    ownNames: "wie vom Server vergeben",
    protocol: "Protokoll",
    notAgreed: (era) => `noch nicht vereinbart; angefragt: ${era}`,
    headers: "Header jeder Anfrage",
    noHeaders: "keine",
    privateAddresses: "Private Adressen",
    questions: "Fragen an Menschen und Modelle der Agenten",
    allowed: "erlaubt",
    refused: "nicht erlaubt",
    sessions: "Sitzungen der Agenten",
    connections: (open, most) => `${numberWords(open)} von ${numberWords(most)} Verbindungen offen`,
    limits: "Grenzen",
    limitsOf: (seconds, mebibytes, tools) =>
      `${numberWords(seconds)} s je genehmigtem Aufruf, ${numberWords(mebibytes)} MiB je Ergebnis, ${count(tools, "Tool", "Tools")}`,
    reconnected: "Neu verbunden",
    never: "nie",
    times: (restarts) => `${numberWords(restarts)}-mal`,
    whereSet: "Ort der Einstellung",
    setInFile: "In countersign.yaml festgelegt",
    editFile: (entry, section, file) => (
      <>
        Dieser Server lässt sich hier nicht ändern. Bearbeiten Sie auf dem Server in {file} den Eintrag {entry} unter {section};
        Änderungen gelten nach wenigen Sekunden.
      </>
    ),
    selfDescription: "Selbstauskunft",
    selfDescriptionUnverified: "Selbstauskunft (ungeprüft)",
    instructions: "Anweisungen für Agenten",
    instructionsUnverified: "Anweisungen für Agenten (ungeprüft)",
    withheldTools: "Vorenthaltene Tools",
    moreWithheld: (tools) => `…und ${numberWords(tools)} weitere.`,
  },
  actions: {
    edit: "Bearbeiten",
    disable: "Deaktivieren",
    enable: "Aktivieren",
    restart: "Neu starten",
    failed: "Nicht ausgeführt",
    enableAgain: "Wieder aktivieren?",
    enableIt: "Aktivieren",
  },
  questions: {
    disable: {
      title: "Diesen Server deaktivieren?",
      verb: "Deaktivieren",
      says: "Die Verbindung wird geschlossen, und Agenten sehen die Tools nicht mehr. Was auf eine Entscheidung wartet, bleibt bestehen und schlägt fehl, wenn es in dieser Zeit genehmigt wird. Sobald Sie den Server wieder aktivieren, ist alles wieder da.",
    },
    restart: {
      title: "Diesen Server neu starten?",
      verb: "Neu starten",
      says: "Die Verbindung wird geschlossen und neu aufgebaut. Bei laufenden Aufrufen kann der Ausgang unbekannt bleiben; jemand muss ihn dann klären.",
    },
    remove: {
      title: "Diesen Server entfernen?",
      verb: "Entfernen",
      says: "Adresse, Geheimnisse und Tools werden entfernt, und was dazu auf eine Entscheidung wartet, schlägt fehl. Was geschehen ist, bleibt im Protokoll. Wird der Server wieder hinzugefügt, beginnt alles von vorn: Jedes Tool wird neu geprüft.",
    },
  },
  dialog: {
    closeLabel: "Schließen, ohne zu speichern",
    connect: "MCP-Server verbinden",
    edit: (name) => `${name} bearbeiten`,
    notStored: "Nichts gespeichert",
    notTested: "Test nicht möglich",
    keptHeaders:
      "Beibehaltene Header verlassen den Server nie. Ob der MCP-Server antwortet, zeigt diese Seite deshalb erst nach dem Speichern.",
    test: "Verbindung testen",
    testAgain: "Erneut testen",
    testAddress: "Diese Adresse testen?",
    testIt: "Testen",
    add: "Hinzufügen",
    addAnyway: "Trotzdem hinzufügen",
  },
  fields: {
    name: "Name",
    nameRules: "Buchstaben, Ziffern, _ und -. Später nicht änderbar",
    address: "Adresse",
    addressSays: "URL des MCP-Endpunkts",
    addressExample: "https://mcp.example.com/mcp",
    trust: "Vertrauen",
    prefix: "Präfix der Tool-Namen",
    noPrefix: "Leer: Die Tools behalten ihre eigenen Namen; ein bereits vergebener wird abgelehnt",
    agentSees: (prefix) => `Agenten sehen ${prefix}_toolname`,
    unnamed: "name",
    allowPrivate: "Adresse dieses Rechners oder eines privaten Netzes erlauben",
    allowPrivateSays: "Standardmäßig gesperrt, um Ihr internes Netz vor Zugriffen zu schützen (SSRF)",
    allowQuestions: "Fragen an Menschen und Modelle der Agenten erlauben",
    allowQuestionsSays:
      "Fragen während eines Aufrufs (Elicitation) und Anfragen an das Modell eines Agenten (Sampling); sonst werden sie abgelehnt",
    transport: "Transport",
    protocolVersion: "Protokollversion",
    sessions: "Sitzungen der Agenten",
    connections: "Gleichzeitige Verbindungen",
    connectionsSays: "Weitere Aufrufe werden abgelehnt, bis eine Verbindung frei ist",
  },
  headers: {
    group: "Header",
    title: "Header der Anfragen",
    says: "Zum Beispiel Authorization: Bearer …. Die Werte sind Geheimnisse: Sie werden verschlüsselt gespeichert, nie wieder angezeigt und sind nie der Schlüssel eines Agenten.",
    choice: "Hinterlegte Header",
    keep: (names) => `Hinterlegte behalten: ${names}`,
    replaceAll: "Alle ersetzen",
    removeAll: "Alle entfernen",
    name: "Name",
    nameOf: (place) => `Name von Header ${place}`,
    value: "Wert",
    valueOf: (place) => `Wert von Header ${place}`,
    take: (place) => `Header ${place} entfernen`,
    add: "Header hinzufügen",
  },
  check: {
    failed: "Verbindung fehlgeschlagen",
    noReason: "Der Server hat keinen Grund genannt.",
    connected: (tools) => `Verbunden · ${count(tools, "Tool", "Tools")}`,
    unnamed: "Der Server",
    speaks: (name, version) => (
      <>
        {name} spricht MCP{version === null ? "" : ` in der Version ${version}`}. Es wurde nichts aufgerufen, und noch ist
        nichts gespeichert.
      </>
    ),
    tools: "Tools des Servers",
  },
  importDialog: {
    title: "Aus Client importieren",
    says: "Führen Sie diesen Befehl auf dem Rechner des Servers aus. Er listet die MCP-Server des Clients auf, fragt nach, stellt sie hinter Countersign und trägt Countersign in die Einstellungen des Clients ein. Nach wenigen Sekunden erscheinen sie hier. Eine Webseite kann das nicht übernehmen: Wer hier einen Befehl angeben könnte, könnte alles ausführen.",
    command: (client) => `Befehl für ${client}`,
    clients: {
      project: { name: "Claude Code", where: "Im Ordner des Projekts." },
      desktop: {
        name: "Claude Desktop",
        where: "Auf dem Mac in ~/Library/Application Support/Claude, unter Windows in %APPDATA%\\Claude.",
      },
      "vs-code": { name: "VS Code", where: "Im Ordner des Projekts." },
      cursor: { name: "Cursor", where: "Im Ordner des Projekts oder in Ihrem eigenen." },
    },
  },
};
