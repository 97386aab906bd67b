import { isAskingKind } from "@countersign/protocol";
import type { ChannelMessage, Notice } from "../../ports/channel.ts";
import { oneLine, quoted, visibleLines } from "./visible-text.ts";

/** Maximum number of actions that a message names. It states the number of the others. */
const MAX_LISTED = 20;

/** Whether the notice tells of an action that waits for a decision. */
export const isWaiting = ({ kind, status }: Notice): boolean =>
  isAskingKind(kind) || kind === "daily_summary" || (kind === "updated" && status === "pending");

const HEADS: Readonly<Record<string, string>> = {
  failed: "Problem",
  glass_broken: "Emergency approval",
  mentioned: "Comment",
  replied: "Reply",
};

/**
 * Headline of a message, such as `Approval: Pay an invoice`; constant for one action, so that programs show its messages
 * together. Contains nothing that an agent wrote.
 */
export function headlineOf({ notices, to }: Pick<ChannelMessage, "notices" | "to">): string {
  const [first, ...others] = notices;
  if (first && others.length === 0) {
    const title = first.tool ? oneLine(first.tool.title) : first.isQuestion ? "A question" : "an action";
    const head = HEADS[first.kind];
    return first.isQuestion && head === undefined ? title : `${head ?? "Approval"}: ${title}`;
  }
  const waiting = notices.filter(isWaiting).length;
  const rest = notices.length - waiting;
  const whose = to ? "you" : "a decision";
  const asks =
    waiting === 0 ? "" : waiting === 1 ? `1 action is waiting for ${whose}` : `${waiting} actions are waiting for ${whose}`;
  const word = notices.every(({ kind }) => kind === "updated") ? "decided" : rest === 1 ? "update" : "updates";
  return [asks, rest === 0 ? "" : `${rest} ${waiting === 0 || word === "decided" ? "" : "more "}${word}`]
    .filter((part) => part !== "")
    .join(", ");
}

/** Risk and agent, such as `High risk, proposed by deploy-bot`; empty where they are withheld. */
export const factsOf = ({ risk, agent }: Notice): string =>
  [risk, agent === undefined ? undefined : `proposed by ${oneLine(agent)}`].filter((part) => part !== undefined).join(", ");

export interface ListedNotice {
  /** Names the action and says what happened, in one line. */
  text: string;
  url: string;
}

/** One line for each of the first 20 notices, and the number of the others. */
export function listNotices(notices: readonly Notice[]): { lines: ListedNotice[]; more: number } {
  const lines = notices.slice(0, MAX_LISTED).map((notice) => {
    const facts = factsOf(notice);
    const title = notice.tool ? oneLine(notice.tool.title) : notice.isQuestion ? "A question" : "An action";
    return { text: `${title}${facts === "" ? "" : ` (${facts})`}: ${oneLine(notice.words)}`, url: notice.url };
  });
  return { lines, more: Math.max(0, notices.length - MAX_LISTED) };
}

/** The sentence under a list of notices that counts the others. */
export const moreWords = (more: number): string => `… and ${more} more in the inbox.`;

/** The whole message as plain text below its headline, for services without markup. */
export function plainText({ notices }: Pick<ChannelMessage, "notices">): string {
  const [only, ...others] = notices;
  if (only && others.length === 0) {
    const values = (only.fields ?? []).map(({ name, value }) => quoted(`${oneLine(name)}: ${visibleLines(value)}`));
    return [oneLine(only.words), factsOf(only), ...values].filter((text) => text !== "").join("\n");
  }
  const { lines, more } = listNotices(notices);
  return [...lines.map(({ text }) => text), ...(more > 0 ? [moreWords(more)] : [])].join("\n");
}

/** Cuts a text after a number of bytes in UTF-8, and ends it then with `ending`. */
export function cutBytes(text: string, maxBytes: number, ending: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  return `${bytes.subarray(0, maxBytes).toString().replace(/�+$/, "")}${ending}`;
}
