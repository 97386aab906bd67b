import type { QuestionField } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

type Format = NonNullable<Extract<QuestionField, { type: "string" }>["format"]>;

export const strings = catalogue("question", {
  heading: {
    answered: "Question and answer",
    proposed: "Question and proposed answer",
    notGiven: "Question and the answer that was not sent",
  },

  buttons: {
    agree: "Agree with this answer",
    answerInInbox: "Answer in the inbox",
    answer: "Answer…",
    answerDifferently: "Answer differently…",
    decline: "Decline…",
    askBack: "Ask for clarification…",
    onceEnoughAgree: "When enough people agree, the agent gets exactly this answer. Answering does not approve any action.",
    agentGetsAnswer: "The agent gets exactly your answer, once. Answering does not approve any action.",
  },

  dialog: {
    title: "Answer",
    close: "Close without answering",
    notSent: "The answer was not sent",
    changedMeanwhile: "The question changed while you were answering",
    send: "Send the answer",
    chooseOne: "Choose one",
    noAnswer: "No answer",
    inYourTimeZone: "In your time zone.",
  },

  overtaken: {
    somebodyAnswered: "Somebody else has answered:",
    changedMeanwhile: "The question changed while you were answering",
    wouldReplace: "Your answer would replace this one. To agree with this answer instead, close the form.",
    readAgain: "Read the question again before you send your answer.",
    goOn: "Continue with my answer",
  },

  faults: {
    needed: "This is required.",
    notComplete: "This is incomplete.",
    chooseAtLeast: (least: number) => `Choose at least ${numberWords(least)}.`,
    notATime: "This is not a valid time.",
    notWhole: "This must be a whole number.",
    notANumber: "This is not a number.",
    tooManyDigits: "This number has more digits than can be stored exactly.",
    atLeast: (least: string) => `At least ${least}.`,
    atMost: (most: string) => `At most ${most}.`,
    formats: {
      email: "This is not an e-mail address.",
      uri: "This is not an address such as https://example.com.",
      date: "This is not a date such as 2026-12-24.",
      "date-time": "This is not a time such as 2026-12-24T18:00:00Z.",
    } satisfies Record<Format, string>,
  },

  /** Limits of an answer, such as “at most 200 characters”. */
  limits: {
    characters: (amount: number) => count(amount, "character", "characters"),
    choices: (amount: number) => count(amount, "choice", "choices"),
    atMost: (most: string) => `at most ${most}`,
    atLeast: (least: string) => `at least ${least}`,
    exactly: (amount: string) => `exactly ${amount}`,
    between: (least: string, most: string) => `${least} to ${most}`,
  },

  parts: {
    topic: "Topic",
    kinds: {
      string: "Text",
      number: "A number",
      integer: "A whole number",
      boolean: "Yes or no",
      array: "Any of these",
    } satisfies Record<QuestionField["type"], string>,
    formats: {
      email: "An e-mail address",
      uri: "An address such as https://example.com",
      date: "A date",
      "date-time": "A date and time",
    } satisfies Record<Format, string>,
    oneOfThese: "One of these",
    wanted: (kind: string, limits: string | undefined, isRequired: boolean) =>
      `${kind}${limits === undefined ? "" : `, ${limits}`}${isRequired ? "" : " (optional)"}`,
    noAnswer: "No answer",
    noneOfThem: "None of them",
  },

  former: {
    title: "Earlier question",
    open: "Open the earlier question",
    agentAsked: (question: ReactNode) => <>The agent asked: “{question}”</>,
    askedBack: (feedback: ReactNode) => <>Clarification requested: “{feedback}”</>,
    notRead: (why: string) => `The earlier question could not be loaded: ${why}`,
  },

  unsent: {
    title: "Your answer was not sent",
    endedBefore: "The question ended before you sent your answer, so the agent did not get it:",
    copy: "Copy answer",
    copied: "Copied",
    discard: "Discard answer",
  },
});
