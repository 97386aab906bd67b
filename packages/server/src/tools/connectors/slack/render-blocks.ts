import type { KnownBlock, RichTextBlock, RichTextElement } from "@slack/web-api";
import type { ChannelMessage, Notice } from "../../../ports/channel.ts";
import { factsOf, headlineOf, listNotices, moreWords } from "../message-words.ts";
import { oneLine, visibleLines } from "../visible-text.ts";

/** Characters of all arguments in one message: Slack refuses messages over about 13,000, which it does not document. */
const MAX_VALUES = 9000;

export interface RenderedSlackMessage {
  /** Shown in notifications of devices, where blocks are not. */
  text: string;
  blocks: KnownBlock[];
}

/** Writes a message as rich text, whose elements Slack does not search for markup, mentions or links. */
export function renderBlocks(message: ChannelMessage): RenderedSlackMessage {
  const { notices, workspace, links } = message;
  const headline = oneLine(`${headlineOf(message)} · ${workspace.name}`);
  const [only, ...others] = notices;
  const body = only && others.length === 0 ? about(only) : digest(notices, links.inbox);
  const elements: RichTextBlock["elements"] = [section(bold(headline)), ...body];
  return { text: escape(headline), blocks: [{ type: "rich_text", elements }] };
}

/** Writes one paragraph. */
export const renderText = (text: string): RenderedSlackMessage => ({
  text: escape(oneLine(text)),
  blocks: [{ type: "rich_text", elements: [section(plain(visibleLines(text)))] }],
});

type Element = RichTextBlock["elements"][number];

const plain = (text: string): RichTextElement => ({ type: "text", text });
const bold = (text: string): RichTextElement => ({ type: "text", text, style: { bold: true } });
const link = (url: string, text: string): RichTextElement => ({ type: "link", url, text });
const section = (...elements: RichTextElement[]): Element => ({ type: "rich_text_section", elements });

function about(notice: Notice): Element[] {
  const facts = factsOf(notice);
  return [
    section(plain(oneLine(notice.words))),
    ...(facts === "" ? [] : [section(plain(facts))]),
    section(link(notice.url, "Open it")),
    ...argumentsOf(notice),
  ];
}

function argumentsOf({ fields = [], url }: Notice): Element[] {
  let left = MAX_VALUES;
  const shown: Element[] = [];
  for (const { name, value } of fields) {
    const text = visibleLines(value);
    left -= name.length + text.length;
    if (left < 0) return [...shown, section(link(url, "Open it to read the other arguments"))];
    shown.push(section(bold(oneLine(name))), {
      type: "rich_text_preformatted",
      elements: [{ type: "text", text: text === "" ? " " : text }],
    });
  }
  return shown;
}

function digest(notices: readonly Notice[], inbox: string): Element[] {
  const { lines, more } = listNotices(notices);
  const list: Element = {
    type: "rich_text_list",
    style: "bullet",
    elements: lines.map(({ text, url }) => ({
      type: "rich_text_section",
      elements: [plain(`${text} `), link(url, "Open it")],
    })),
  };
  return more > 0 ? [list, section(link(inbox, moreWords(more)))] : [list];
}

/** The plain text is searched for markup. See https://docs.slack.dev/messaging/formatting-message-text */
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
