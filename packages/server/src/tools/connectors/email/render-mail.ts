import type { ChannelMessage, Notice } from "../../../ports/channel.ts";

/** Actions listed in one mail; the others are counted. */
const MAX_LISTED = 20;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const ASKING = new Set(["asked", "reminded", "escalated"]);

/** Writes a mail about one action, or a digest of several. The subject contains nothing that an agent wrote. */
export function renderMail({ workspace, notices, links, to }: ChannelMessage): RenderedMail {
  const [first] = notices;
  const lines = notices.length === 1 && first ? about(first) : digest(notices);
  const subject = notices.length === 1 && first ? subjectOf(first) : subjectOfAll(notices);
  const [cleanSubject, place] = [oneLine(`${subject} · ${workspace.name}`), oneLine(workspace.name)];
  const foot = [
    `You get this because you can decide in the workspace ${place}.`,
    `Choose what you are told of: ${links.settings}`,
  ];
  const name = oneLine(to?.name ?? "");
  const greeting = name === "" ? "Hello," : `Hello ${name},`;
  return {
    subject: cleanSubject,
    text: [greeting, "", ...lines.map(({ text }) => text), "", "-- ", ...foot].join("\n"),
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5"><p>${escape(greeting)}</p>${lines
      .map(toHtml)
      .join(
        "",
      )}<hr><p style="font-size:smaller">${escape(foot[0]!)} <a href="${escape(links.settings)}">Choose what you are told of</a></p></body></html>`,
  };
}

interface Line {
  text: string;
  /** Makes the line a link. */
  href?: string;
}

const toHtml = ({ text, href }: Line): string => {
  if (text === "") return "";
  const shown = escape(text).replaceAll("\n", "<br>");
  return href === undefined ? `<p>${shown}</p>` : `<p><a href="${escape(href)}">${shown}</a></p>`;
};

const titleOf = ({ tool }: Notice): string => (tool ? oneLine(tool.title) : "An action");

/** Constant for one action, so that mail programs show its messages together. */
const subjectOf = ({ tool, kind }: Notice): string =>
  `${ASKING.has(kind) || kind === "decided" ? "Approval" : "Problem"}: ${tool ? oneLine(tool.title) : "an action"}`;

function subjectOfAll(notices: readonly Notice[]): string {
  const asking = notices.filter(({ kind }) => ASKING.has(kind)).length;
  const rest = notices.length - asking;
  const waiting = asking === 0 ? "" : asking === 1 ? "1 action waits for you" : `${asking} actions wait for you`;
  return [waiting, rest === 0 ? "" : `${rest} ${asking === 0 ? "" : "more "}${rest === 1 ? "update" : "updates"}`]
    .filter((part) => part !== "")
    .join(", ");
}

const factsOf = ({ risk, agent }: Notice): string =>
  [risk, agent === undefined ? undefined : `proposed by ${oneLine(agent)}`].filter((part) => part !== undefined).join(", ");

/** Our link comes before the values, each line of which is marked as quoted: none can pass for a line of ours. */
function about(notice: Notice): Line[] {
  const { words, fields = [], url } = notice;
  const facts = factsOf(notice);
  return [
    { text: oneLine(words) },
    ...(facts === "" ? [] : [{ text: facts }]),
    { text: `Open it: ${url}`, href: url },
    ...fields.map(({ name, value }) => ({ text: quoted(`${oneLine(name)}: ${visible(value)}`) })),
  ];
}

const quoted = (text: string): string => text.replaceAll(/^/gm, "> ");

function digest(notices: readonly Notice[]): Line[] {
  const listed = notices.slice(0, MAX_LISTED).flatMap((notice): Line[] => {
    const facts = factsOf(notice);
    return [
      { text: `${titleOf(notice)}${facts === "" ? "" : ` (${facts})`}: ${oneLine(notice.words)}` },
      { text: notice.url, href: notice.url },
    ];
  });
  const more = notices.length - MAX_LISTED;
  return more > 0 ? [...listed, { text: `… and ${more} more in the inbox.` }] : listed;
}

/** Control, bidirectional and line separator characters could hide or fake content. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
const MAX_LINE = 200;

/** Collapses whitespace, replaces control characters, and cuts to 200 characters. */
function oneLine(text: string): string {
  const clean = text.replaceAll(/\s+/gu, " ").replaceAll(HIDDEN, "�").trim();
  return clean.length > MAX_LINE ? `${clean.slice(0, MAX_LINE - 1)}…` : clean;
}

const visible = (text: string): string =>
  text.replaceAll(/[^\S\n]+/gu, " ").replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
