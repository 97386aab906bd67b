import { numberWords } from "../count.ts";
import type { strings } from "../studio.tsx";

export const studio: typeof strings = {
  page: {
    title: "Tool-Studio",
    says: "Hier geschriebene Tools laufen in einer Sandbox auf dem Server, mit begrenzter Zeit und begrenztem Speicher, und erreichen nur, was Sie erlauben. Ein Tool wird getestet, bevor es veröffentlicht wird; danach sehen Agenten es sofort.",
    add: "Neues Tool…",
    tools: "Tools des Studios",
    empty: "Noch kein Tool",
    howToAdd:
      "Schreiben Sie eines in wenigen Zeilen JavaScript: Es bekommt seine Eingabe, kann die Hosts fragen, die Sie erlauben, und antwortet mit JSON.",
    search: "Name eines Tools",
    name: "Name",
    changed: "Zuletzt geändert",
  },
  doneBy: (time, person) => (
    <>
      {time} von {person}
    </>
  ),
  badge: {
    published: (version) => `Veröffentlicht, Version ${version}`,
    publishedBefore: (version, isTested) =>
      `Version ${version} veröffentlicht, Entwurf ${isTested ? "getestet" : "nicht getestet"}`,
    notPublished: (isTested) => `Nicht veröffentlicht, Entwurf ${isTested ? "getestet" : "nicht getestet"}`,
  },
  newTool: {
    title: "Tool schreiben",
    failed: "Nicht angelegt",
    begin: "Beginnen",
    name: "Name",
    nameRules: "So rufen Agenten es auf: Buchstaben, Ziffern, _ . und -. Später nicht änderbar.",
  },
  sample: {
    description: "Begrüßt jemanden mit Namen.",
    source: `/**
 * Läuft in einer Sandbox, nur mit der Eingabe und, wo der Zugriff Hosts erlaubt, mit fetch.
 * Der Rückgabewert muss JSON sein. Ein geworfener Fehler wird dem Agenten gemeldet.
 */
export default async function (input, { fetch }) {
  console.log("greets", input.name);
  return { greeting: \`Hallo, \${input.name}!\` };
}
`,
    name: "Wer begrüßt wird",
  },
  tool: {
    tool: "Tool",
    says: (link) => <>{link("Tool-Studio")}. Was veröffentlicht ist, bleibt unverändert, bis Sie erneut veröffentlichen.</>,
    save: "Entwurf speichern",
    publish: "Veröffentlichen…",
    notSaved: "Der Entwurf wurde nicht gespeichert",
    parts: "Teile des Tools",
    code: "Code",
    access: "Zugriff",
    guard: "Beschreibung & Richtlinie",
    versions: "Versionen",
    test: "Test",
    source: "Quelltext",
    sourceLabel: "Quelltext des Tools",
    schema: "Schema der Eingabe",
    schemaSays:
      "JSON-Schema eines Objekts. Agenten lesen es, jeder Aufruf wird damit geprüft, und der Editor vervollständigt danach.",
    notObject: "muss ein JSON-Objekt sein",
    notJson: (reason) => `ist kein JSON: ${reason}`,
  },
  access: {
    reach: "Erreichbar",
    networks: {
      none: { label: "Nichts", says: "Das Tool kann nur seine Eingabe verwenden." },
      hosts: { label: "Hosts aus einer Liste", says: "Die unten genannten und keine anderen." },
      any: { label: "Jeder öffentliche Host", says: "Nie das eigene Netz dieses Rechners." },
    },
    hosts: "Hosts, einer pro Zeile",
    hostsSays: "api.example.com, *.example.com für alle Namen darunter, http://host:8080. Ohne weitere Angabe gilt https.",
    writes: "Darf schreiben",
    writesSays: "POST, PUT, PATCH und DELETE; sonst werden nur GET und HEAD gesendet.",
    allowPrivate: "Adressen auf diesem Rechner und in privaten Netzen erlauben",
    destructive: "Kann etwas zerstören",
    destructiveSays: "Nicht umkehrbare Wirkungen wie Löschen, Senden oder Bezahlen.",
    risk: "Risiko",
    riskAsSaved: (risk) => <>Im gespeicherten Stand: {risk}</>,
    timeout: "Zeitlimit in Sekunden",
    memory: "Speicher in Megabyte",
    memorySays: "Einschließlich der Laufzeitumgebung",
  },
  guard: {
    title: "Titel",
    titleSays: "Für Menschen; ohne Titel lesen sie den Namen.",
    description: "Beschreibung",
    descriptionSays: "Daraus erfahren Agenten, wann sie das Tool aufrufen sollen.",
    risk: "Risiko",
    riskSays: "Kann höher gesetzt werden, als der Zugriff es verlangt, aber nie niedriger.",
    riskOfAccess: (level) => `Nach dem Zugriff (${level} von 5)`,
    riskLevel: (level) => `${level} von 5`,
    approval: "Genehmigung",
    asRiskSays: (asks) => `Nach dem Risiko: ${asks ? "Genehmigung erforderlich" : "läuft automatisch"}`,
    required: "Jeder Aufruf braucht eine Genehmigung",
    never: "Läuft automatisch (über Risikostufe 0 müssen Sie diese Wahl bestätigen)",
    question: "Frage an den Menschen",
    questionSays: "{toolName} und {args} werden ersetzt. Leer: die übliche Frage.",
    group: "Gruppe",
    groupSays:
      "Agenten dieser Gruppe sehen das Tool ab der ersten Veröffentlichung; später ändern Sie die Gruppen unter „Tools“.",
  },
  publish: {
    title: (tool) => `${tool} veröffentlichen?`,
    changes: "Vorschau der Änderungen",
    failed: "Nicht veröffentlicht",
    publish: (version) => `Version ${version} veröffentlichen`,
    publishAnyway: (version) => `Version ${version} trotzdem veröffentlichen`,
    approvals: {
      required: "Jeder Aufruf braucht eine Genehmigung.",
      when: "Aufrufe, auf die eine Bedingung zutrifft, brauchen eine Genehmigung.",
      never: "Aufrufe laufen ohne Genehmigung.",
    },
    notYet: "Noch nicht möglich",
    ends: (calls) =>
      calls === 1
        ? "Ein offener Aufruf der vorherigen Version endet, ohne ausgeführt worden zu sein."
        : `${numberWords(calls)} offene Aufrufe der vorherigen Version enden, ohne ausgeführt worden zu sein.`,
    lowered: "Weniger Schutz",
  },
  run: {
    succeeded: "Erfolgreich",
    failed: "Fehlgeschlagen",
    took: (milliseconds) => `${numberWords(milliseconds)} ms`,
    otherDraft: "eines anderen Entwurfs",
    line: (line) => `Zeile ${line} im Quelltext.`,
    input: "Eingabe",
    output: "Ausgabe",
    log: "Log",
    requests: "Anfragen",
    noAnswer: "keine Antwort",
  },
  test: {
    failed: "Nicht ausgeführt",
    run: "Ausführen",
    saveAndRun: "Speichern und ausführen",
    latest: "Letzter Lauf",
    earlier: (runs) => `Frühere Läufe (${numberWords(runs)})`,
    forReal: "Wirklich ausführen?",
  },
  versions: {
    versions: "Versionen",
    draftStays: "Der Entwurf bleibt, wie er ist",
    unpublish: "Veröffentlichung zurücknehmen…",
    unpublishTitle: (tool) => `Veröffentlichung von ${tool} zurücknehmen?`,
    unpublishVerb: "Zurücknehmen",
    unpublishSays:
      "Agenten sehen das Tool nicht mehr, und was dazu wartet, endet, ohne ausgeführt worden zu sein. Entwurf und Versionen bleiben erhalten.",
    neverPublished: "Noch nicht veröffentlicht",
    deleteDraft: "Entwurf löschen",
    notDeleted: "Nicht gelöscht",
    version: (version) => `Version ${version}`,
    liveVersion: (version) => `Version ${version} · aktiv`,
    viewSource: "Quelltext ansehen",
    sourceOf: (version) => `Quelltext von Version ${version}`,
    restore: (version) => `Version ${version} als Entwurf übernehmen`,
  },
};
