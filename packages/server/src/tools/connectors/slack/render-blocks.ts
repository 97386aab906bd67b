import type { Button, KnownBlock, RichTextBlock, RichTextElement } from "@slack/web-api";
import type { ChannelMessage, Notice } from "../../../ports/channel.ts";
import { factsOf, headlineOf, listNotices, moreWords } from "../message-words.ts";
import { isShownExactly, oneLine, visibleLines } from "../visible-text.ts";

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
  const isOne = only !== undefined && others.length === 0;
  const { body, isWhole } = isOne ? about(only) : digest(notices, links.inbox);
  const elements: RichTextBlock["elements"] = [section(bold(headline)), ...body];
  const buttons = isOne ? buttonsOf(only, isWhole) : [];
  return { text: escape(headline), blocks: [{ type: "rich_text", elements }, ...buttons] };
}

/** `action_id` of the buttons that approve and reject; Slack reports it with a press. */
export const DECIDING_BUTTONS: ReadonlySet<string> = new Set(["approve", "reject"]);

function buttonsOf({ buttons }: Notice, isWhole: boolean): KnownBlock[] {
  if (!buttons) return [];
  const button = (id: string, text: string, value: string, style: "primary" | "danger"): Button => ({
    type: "button",
    action_id: id,
    text: { type: "plain_text", text },
    value,
    style,
  });
  const approve = isWhole && buttons.approve !== undefined ? [button("approve", "Approve", buttons.approve, "primary")] : [];
  return [{ type: "actions", elements: [...approve, button("reject", "Reject", buttons.reject, "danger")] }];
}

interface Body {
  body: Element[];
  /** Whether every argument is shown exactly as it is. */
  isWhole: boolean;
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

function about(notice: Notice): Body {
  const facts = factsOf(notice);
  const { body, isWhole } = argumentsOf(notice);
  return {
    body: [
      section(plain(oneLine(notice.words))),
      ...(facts === "" ? [] : [section(plain(facts))]),
      section(link(notice.url, "Open action")),
      ...body,
    ],
    isWhole,
  };
}

function argumentsOf({ fields = [], url }: Notice): Body {
  let left = MAX_VALUES;
  const shown: Element[] = [];
  let isWhole = true;
  for (const { name, value } of fields) {
    const text = visibleLines(value);
    isWhole &&= isShownExactly(value) && isShownExactly(name) && oneLine(name) === name;
    left -= name.length + text.length;
    if (left < 0)
      return { body: [...shown, section(link(url, "Open the action to read the other arguments"))], isWhole: false };
    shown.push(section(bold(oneLine(name) || " ")), {
      type: "rich_text_preformatted",
      elements: [{ type: "text", text: text === "" ? " " : text }],
    });
  }
  return { body: shown, isWhole };
}

function digest(notices: readonly Notice[], inbox: string): Body {
  const { lines, more } = listNotices(notices);
  const list: Element = {
    type: "rich_text_list",
    style: "bullet",
    elements: lines.map(({ text, url }) => ({
      type: "rich_text_section",
      elements: [plain(`${text} `), link(url, "Open action")],
    })),
  };
  return { body: more > 0 ? [list, section(link(inbox, moreWords(more)))] : [list], isWhole: false };
}

/** The plain text is searched for markup. See https://docs.slack.dev/messaging/formatting-message-text */
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
