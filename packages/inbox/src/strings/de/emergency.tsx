import type { strings } from "../emergency.tsx";

export const emergency: typeof strings = {
  title: "Not-Aus",
  isStopped: "Alles ist angehalten",
  notStopped: "Es wurde nichts angehalten",
  perhapsNotStopped: "Möglicherweise wurde nichts angehalten",
  notKnown: "Es ist nicht bekannt, ob alles angehalten ist",
  reading: "Wird geladen",
  button: {
    stop: "Not-Aus",
    stopped: "Angehalten",
    stopping: "Hält an…",
    keepHolding: "Halten…",
    hint: "Not-Aus: gedrückt halten, um alles anzuhalten; klicken, um zu lesen, was er bewirkt",
  },
  running: {
    meaning:
      "Alles läuft normal. Wenn ein Agent Schaden anrichtet, halten Sie zuerst alles an und suchen Sie danach die Ursache.",
    nothingBegins:
      "Nichts Genehmigtes beginnt mehr, weder hier noch in einem Worker. Es endet als fehlgeschlagen, ohne ausgeführt worden zu sein.",
    runningIsTold: "Laufende Aktionen werden zum Anhalten aufgefordert; was sie bisher bewirkt haben, bleibt.",
    nothingApproved: "Nichts kann genehmigt werden. Agenten können weiter vorschlagen; die Vorschläge warten.",
    whoLifts:
      "Nur ein Administrator hebt den Not-Aus auf. Abgebrochene Aktionen bleiben abgebrochen; Sie können sie einzeln wiederholen.",
    reason: "Grund",
    reasonMeaning: "Optional. Alle sehen ihn, auf jeder Seite.",
    stopEverything: "Alles anhalten",
    whoStops: "Personen mit der Rolle Genehmiger oder Administrator können alles anhalten.",
  },
  stopped: {
    meaning: "Nichts wird ausgeführt, und nichts kann genehmigt werden. Offenes kann abgelehnt oder zurückgegeben werden.",
    note: "Was wurde unternommen?",
    noteMeaning: "Für das Protokoll; kann leer bleiben",
    notLifted: "Der Not-Aus wurde nicht aufgehoben",
    lift: "Ausführung wieder zulassen",
    whoLifts: "Ein Administrator hebt den Not-Aus auf.",
  },
};
