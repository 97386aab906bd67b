import type { strings } from "../question.tsx";
import { numberWords } from "../count.ts";

export const question: typeof strings = {
  heading: {
    answered: "Frage und Antwort",
    proposed: "Frage und vorgeschlagene Antwort",
    notGiven: "Frage und die nicht übermittelte Antwort",
  },

  buttons: {
    agree: "Dieser Antwort zustimmen",
    answerInInbox: "Im Posteingang antworten",
    answer: "Antworten…",
    answerDifferently: "Anders antworten…",
    decline: "Ablehnen…",
    askBack: "Zurückfragen…",
    onceEnoughAgree: "Sobald genügend Personen zustimmen, bekommt der Agent genau diese Antwort. Genehmigt wird damit nichts.",
    agentGetsAnswer: "Der Agent bekommt genau Ihre Antwort, einmal. Genehmigt wird damit nichts.",
  },

  dialog: {
    title: "Antworten",
    close: "Schließen, ohne zu antworten",
    notSent: "Die Antwort wurde nicht gesendet",
    changedMeanwhile: "Während Sie geantwortet haben, hat sich etwas geändert",
    send: "Antwort senden",
    chooseOne: "Bitte wählen",
    noAnswer: "Keine Antwort",
    inYourTimeZone: "In Ihrer eigenen Zeitzone.",
  },

  overtaken: {
    somebodyAnswered: "Inzwischen hat jemand anderes geantwortet:",
    changedMeanwhile: "Während Sie geantwortet haben, hat sich etwas geändert",
    wouldReplace: "Ihre Antwort würde diese ersetzen. Um stattdessen dieser zuzustimmen, schließen Sie das Formular.",
    readAgain: "Lesen Sie die Frage noch einmal, bevor Sie Ihre Antwort senden.",
    goOn: "Bei meiner Antwort bleiben",
  },

  faults: {
    needed: "Diese Angabe fehlt.",
    notComplete: "Diese Angabe ist unvollständig.",
    chooseAtLeast: (least) => `Wählen Sie mindestens ${numberWords(least)} aus.`,
    notATime: "Das ist kein Zeitpunkt.",
    notWhole: "Das muss eine ganze Zahl sein.",
    notANumber: "Das ist keine Zahl. Nachkommastellen bitte mit einem Punkt.",
    tooManyDigits: "Diese Zahl hat mehr Ziffern, als genau gespeichert werden können.",
    atLeast: (least) => `Mindestens ${least}.`,
    atMost: (most) => `Höchstens ${most}.`,
    formats: {
      email: "Das ist keine E-Mail-Adresse.",
      uri: "Das ist keine Adresse wie https://example.com.",
      date: "Das ist kein Datum wie 2026-12-24.",
      "date-time": "Das ist kein Zeitpunkt wie 2026-12-24T18:00:00Z.",
    },
  },

  limits: {
    characters: (amount) => `${numberWords(amount)} Zeichen`,
    choices: (amount) => `${numberWords(amount)} davon`,
    atMost: (most) => `höchstens ${most}`,
    atLeast: (least) => `mindestens ${least}`,
    exactly: (amount) => `genau ${amount}`,
    between: (least, most) => `${least} bis ${most}`,
  },

  parts: {
    topic: "Thema",
    kinds: {
      string: "Ein Text",
      number: "Eine Zahl",
      integer: "Eine ganze Zahl",
      boolean: "Ja oder nein",
      array: "Mehrfachauswahl",
    },
    formats: {
      email: "Eine E-Mail-Adresse",
      uri: "Eine Adresse wie https://example.com",
      date: "Ein Datum",
      "date-time": "Datum und Uhrzeit",
    },
    oneOfThese: "Eines davon",
    wanted: (kind, limits, isRequired) =>
      `${kind}${limits === undefined ? "" : `, ${limits}`}${isRequired ? "" : " (kann fehlen)"}`,
    noAnswer: "Keine Antwort",
    noneOfThem: "Keines davon",
  },

  former: {
    title: "Was zuvor gefragt wurde",
    open: "Frühere Frage öffnen",
    agentAsked: (text) => <>Der Agent hat gefragt: „{text}“</>,
    askedBack: (feedback) => <>Zurückgefragt: „{feedback}“</>,
    notRead: (why) => `Die frühere Frage konnte nicht geladen werden: ${why}`,
  },

  unsent: {
    title: "Ihre Antwort wurde nicht gesendet",
    endedBefore: "Die Frage endete vorher; der Agent hat Ihre Eingabe also nicht erhalten:",
    copy: "Eingabe kopieren",
    copied: "Kopiert",
    discard: "Verwerfen",
  },
};
