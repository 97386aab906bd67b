import type { strings } from "../action.tsx";

export const action: typeof strings = {
  page: {
    backToInbox: "Zurück zum Posteingang",
    loading: "Aktion wird geladen",
    notRead: "Die Aktion konnte nicht geladen werden",
    notFound: "Aktion nicht gefunden",
    notFoundMeaning: "Die Aktion gehört nicht zu diesem Arbeitsbereich, oder die Adresse ist falsch.",
  },
  card: {
    reading: "Vorschlag wird geladen",
    notRead: "Ein Vorschlag konnte nicht geladen werden",
    proposal: (title) => `Vorschlag: ${title}`,
    viewChangesOf: (title) => `Änderungen anzeigen: ${title}`,
    viewChanges: "Änderungen und Details anzeigen",
    vet: (title) => `Tool prüfen: ${title}`,
    readAndDecide: "Lesen und entscheiden…",
  },
  edit: {
    preview: "Vorschau",
    title: "Vor dem Genehmigen bearbeiten",
    closeWithoutDeciding: "Schließen, ohne zu entscheiden",
    opening: "Editor wird geöffnet",
    readingTool: "Tool wird geladen",
    meaning: "Ihre Änderungen ersetzen die Werte des Agenten. Sie sehen das Ergebnis, bevor etwas ausgeführt wird.",
    howToEdit: "Art der Bearbeitung",
    byField: "Felder",
    json: "JSON",
    result: "Ergebnis",
    arguments: "Argumente",
    argumentsAsJson: "Argumente als JSON",
    resultingFile: "Die Datei nach dem Aufruf",
    resultMeaning: "Schreiben Sie die Datei so, wie sie sein soll. Die Argumente des Aufrufs werden daraus berechnet.",
    noResult: {
      absent: "Nur die Argumente lassen sich bearbeiten: Diese Aktion enthält nicht den vollständigen Text der Datei.",
      tooLong: "Nur die Argumente lassen sich bearbeiten: Die Datei ist zu lang für ein Textfeld.",
      invisible:
        "Nur die Argumente lassen sich bearbeiten: Die Datei hat unsichtbare Zeichen oder gemischte Zeilenumbrüche, die ein Textfeld nicht erhält.",
    },
    notShown:
      "Diese Argumente ergeben keine Datei, die sich bearbeiten lässt. Jeder alte Text muss genau einmal in der Datei stehen.",
    sameAsFile: "Das ist die Datei, wie sie jetzt ist. Lehnen Sie die Aktion ab, um sie so zu lassen.",
    differs: "Das Ergebnis ist nicht der Text, den Sie geschrieben haben",
    differsSays:
      "Die Vorschau des Servers weicht von Ihrem Text ab und kann deshalb nicht genehmigt werden. Gehen Sie zurück zur Bearbeitung, oder lehnen Sie die Aktion ab.",
    nothingChanged: "Noch nichts geändert.",
    cannotBeUsed: "Diese Änderungen können nicht verwendet werden",
    previewResult: "Vorschau anzeigen",
    leftOutFields: "Felder, die der Agent nicht ausgefüllt hat",
    leftOut: "Vom Agenten nicht ausgefüllt:",
    add: (field) => `${field} hinzufügen`,
    asJson: "Eingabe als JSON",
    protectedFields: (names) => `Nicht änderbar: ${names.join(", ")}.`,
    soFar: "Ihre bisherigen Änderungen",
    soFarUnreadable: "Ihre Änderungen werden hier angezeigt, sobald alle Felder gültig sind.",
    input: "Eingabe",
    yourEdits: "Ihre Änderungen",
    againstProposal: "Ihre Änderungen im Vergleich zum Vorschlag des Agenten",
    changes: "Änderungen, mit Ihrer Bearbeitung",
    digest: "Prüfsumme",
    back: "Zurück zur Bearbeitung",
    keep: "Änderungen übernehmen",
    approve: "Mit diesen Änderungen genehmigen",
  },
  glass: {
    title: "Im Notfall allein genehmigen",
    meaning:
      "Die Aktion wird sofort ausgeführt, ohne die erforderlichen Genehmigungen. Alle, die hier entscheiden, werden sofort auf jedem verfügbaren Weg benachrichtigt, und jemand anderes muss die Genehmigung nachträglich prüfen.",
    reason: "Warum ist dies dringend? Alle Genehmiger sehen Ihre Antwort",
    reasonMeaning: (characters) => `Mindestens ${characters} Zeichen. Die Begründung bleibt im Protokoll.`,
    sayWhy: "Geben Sie zuerst den Grund an",
    approve: "Notfallgenehmigung erteilen und ausführen",
    runsOnce: "Wird genau einmal ausgeführt, exakt wie angezeigt; das lässt sich nicht zurücknehmen.",
    approved: "Im Notfall allein genehmigt",
    approvedBy: (name, time, reason) => (
      <>
        {name}, {time}: „{reason}“.
      </>
    ),
    reviewedBy: (finding, name, time, note) => (
      <>
        {finding} ({name}, {time}): „{note}“.
      </>
    ),
    notReviewed: "Diese Notfallgenehmigung wurde noch nicht geprüft.",
    openReview: "Prüfen…",
    review: {
      title: "Notfallgenehmigung prüfen",
      wasJustified: "War die Notfallgenehmigung gerechtfertigt?",
      findings: { justified: "Gerechtfertigt", not_justified: "Nicht gerechtfertigt" },
      note: "Was haben Sie festgestellt?",
      sayWhether: "Geben Sie an, ob die Notfallgenehmigung gerechtfertigt war",
      sayWhat: "Beschreiben Sie, was Sie festgestellt haben",
      notStored: "Das Ergebnis der Prüfung wurde nicht gespeichert",
      store: "Prüfung speichern",
    },
  },
};
