import type { NotificationState } from "@countersign/protocol";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

type Change = "added" | "removed" | "changed" | "same";

/** Strings of `ui` that the first page does not show: comparisons, previews, editors, and the words for events. */
export const strings = catalogue("code", {
  changes: { added: "New", removed: "Removed", changed: "Changed", same: "Unchanged" } satisfies Record<Change, string>,
  comparison: {
    name: (of: string) => `${of}, before and after`,
    change: (name: string, change: string) => `${name}: ${change}`,
    nothingDiffers: "No differences.",
    wasNull: (change: string) => `${change}, was null`,
    becomesNull: (change: string) => `${change}, becomes null`,
    showFields: (fields: number, characters: number) =>
      `Show ${count(fields, "unchanged field", "unchanged fields")} (${count(characters, "character", "characters")})`,
    hideFields: (fields: number, characters: number) =>
      `Hide ${count(fields, "unchanged field", "unchanged fields")} (${count(characters, "character", "characters")})`,
    showLines: (lines: number, characters: number) =>
      `Show ${count(lines, "unchanged line", "unchanged lines")} (${count(characters, "character", "characters")})`,
    moreLines: (lines: number) => `${count(lines, "more line", "more lines")} not shown yet. Show more`,
    layout: "Layout of the comparison",
    unified: "Unified",
    split: "Split",
    loading: "Loading the comparison",
    copyBefore: "Copy before",
    copyAfter: "Copy after",
    sideBefore: (name: string) => `${name}: before`,
    sideAfter: (name: string) => `${name}: after`,
    /** Headings that are only read aloud. */
    columns: {
      lineBefore: "Line before",
      before: "Before",
      lineAfter: "Line after",
      after: "After",
      change: "Change",
      text: "Text",
    },
    /** Read aloud before a line. */
    lines: { same: "unchanged", removed: "removed", added: "added" },
    /** Read aloud before a value. */
    was: "was",
    becomes: "becomes",
    noLineBreak: { title: "No line break at the end", label: "no line break at the end" },
  },

  values: {
    content: "Content",
    emptyText: "empty text",
    emptyList: "empty list",
    noFields: "no fields",
    moreCharacters: (amount: number) => `${count(amount, "more character", "more characters")} not shown yet. Show all`,
    moreEntries: (amount: number, characters: number) =>
      `${count(amount, "more entry", "more entries")}, ${count(characters, "character", "characters")} not shown yet. Show all`,
  },

  preview: {
    picture: "Picture",
    fullSize: "Full size",
    noPicture: "Picture cannot be shown",
    damaged: "The file is damaged.",
    /** The reason is in English. */
    refused: (reason: string) => `The picture ${reason}.`,
    pictureFacts: (type: string, size: string, kilobytes: string) => `${type}, ${size} pixels, ${kilobytes} kB`,
    table: "Table of items",
    tableSize: (rows: number, columns: number) => `${count(rows, "row", "rows")}, ${count(columns, "column", "columns")}`,
    moreRowsAll: (waiting: number) => `${count(waiting, "more row", "more rows")} not shown yet. Show all`,
    moreRows: (waiting: number, next: number) => `${count(waiting, "more row", "more rows")} not shown yet. Show ${next} more`,
  },

  lookAlikes: {
    falseMark: (mark: string, latin: string) => `The character “${mark}” only looks like “${latin}”.`,
    encodedNothing: (name: string) => `“${name}” is not a valid encoded name.`,
    encodedForm: (name: string, decoded: string) => `“${name}” is the encoded form of “${decoded}”.`,
    encodedForeign: (name: string, latin: string) =>
      `“${name}” is the encoded form of a name that looks like “${latin}” but uses other letters.`,
    mixed: (scripts: readonly string[], latin: string) =>
      `The word mixes ${scripts.join(" and ")} letters and looks like “${latin}”.`,
    foreign: (script: string, latin: string) => `All letters are ${script}, but the word looks like “${latin}”.`,
    notPlain: (latin: string) => `The word is written in special letters and looks like “${latin}”.`,
    scripts: {
      latin: "Latin",
      cyrillic: "Cyrillic",
      greek: "Greek",
      armenian: "Armenian",
      cherokee: "Cherokee",
      georgian: "Georgian",
      hebrew: "Hebrew",
      arabic: "Arabic",
      han: "Han",
      hiragana: "Hiragana",
      katakana: "Katakana",
      hangul: "Hangul",
      bopomofo: "Bopomofo",
      thai: "Thai",
      devanagari: "Devanagari",
      other: "other",
    },
  },

  edits: {
    leaveOut: (name: string) => `Remove ${name}`,
    locked: "This field is locked by the tool. To have it changed, send the action back to the agent.",
    number: "A number",
    wholeNumber: "A whole number",
    json: "As JSON",
    faults: {
      noNumber: "This is not a number.",
      noWholeNumber: "This must be a whole number.",
      tooManyDigits: "This number has more digits than can be stored exactly.",
      noJson: "This is not valid JSON.",
      noObject: "This must be a JSON object.",
      missing: (names: string) => `Edits can replace values but cannot remove keys. Missing: ${names}.`,
      /** The reason is in English. */
      refused: (reason: string) => `This ${reason}.`,
      refusedAt: (place: string, reason: string) => `${place} ${reason}.`,
    },
  },

  editor: {
    syntaxError: "This is not valid JavaScript",
    okInfo: "True if the status is between 200 and 299",
    urlInfo: "The URL after redirects",
    fetchInfo: "Can reach only the hosts that the tool is allowed to access",
    consoleInfo: "Output is recorded with the test run",
  },

  /** Such as `Chrome on Android`. */
  browserName: (browser: string | undefined, system: string | undefined) =>
    `${browser ?? "Unknown browser"} on ${system ?? "unknown device"}`,

  deliveries: {
    planned: "Waiting",
    sending: "Sending",
    sent: "Sent",
    suppressed: "Not needed",
    dead: "Not delivered",
  } satisfies Record<NotificationState, string>,
  /** Why somebody is told. */
  notices: {
    asked: "Asked for a decision",
    assigned: "Notified of the assignment",
    reminded: "Reminder",
    escalated: "Asked after escalation",
    decided: "Notified of the decision",
    failed: "Notified of a problem",
    mentioned: "Notified of a mention",
    replied: "Notified of the agent's reply",
    glass_broken: "Notified of an emergency approval",
    daily_summary: "Daily summary",
    updated: "Message updated",
  },

  /** Complete "<who> …", by kind of event. */
});
