import type { ChannelMessage, Notice } from "../../../ports/channel.ts";
import { factsOf, headlineOf, listNotices, moreWords } from "../message-words.ts";
import { oneLine, quoted, visibleLines } from "../visible-text.ts";
import { escapeHtml, pageHtml, paragraphHtml, type MailLine } from "./mail-html.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Writes a mail about one action, or a digest of several. The subject contains nothing that an agent wrote. */
export function renderMail(message: ChannelMessage): RenderedMail {
  const { workspace, notices, links, to } = message;
  const [first] = notices;
  const lines = notices.length === 1 && first ? about(first) : digest(notices);
  const place = oneLine(workspace.name);
  const foot = [`You receive this mail as a member of the workspace ${place}.`, `Notification settings: ${links.settings}`];
  const name = oneLine(to?.name ?? "");
  const greeting = name === "" ? "Hello," : `Hello ${name},`;
  return {
    subject: oneLine(`${headlineOf(message)} · ${workspace.name}`),
    text: [greeting, "", ...lines.map(({ text }) => text), "", "-- ", ...foot].join("\n"),
    html: pageHtml(
      `<p>${escapeHtml(greeting)}</p>${lines.map(paragraphHtml).join("")}<hr><p style="font-size:smaller">${escapeHtml(foot[0]!)} <a href="${escapeHtml(links.settings)}">Notification settings</a></p>`,
    ),
  };
}

/** Our link comes before the values, each line of which is marked as quoted: none can pass for a line of ours. */
function about(notice: Notice): MailLine[] {
  const { words, fields = [], url } = notice;
  const facts = factsOf(notice);
  return [
    { text: oneLine(words) },
    ...(facts === "" ? [] : [{ text: facts }]),
    { text: `Open: ${url}`, href: url },
    ...fields.map(({ name, value }) => ({ text: quoted(`${oneLine(name)}: ${visibleLines(value)}`) })),
  ];
}

function digest(notices: readonly Notice[]): MailLine[] {
  const { lines, more } = listNotices(notices);
  const listed = lines.flatMap(({ text, url }): MailLine[] => [{ text }, { text: url, href: url }]);
  return more > 0 ? [...listed, { text: moreWords(more) }] : listed;
}
