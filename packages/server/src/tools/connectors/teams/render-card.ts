import type { ChannelMessage, Notice } from "../../../ports/channel.ts";
import { factsOf, headlineOf, listNotices, moreWords } from "../message-words.ts";
import { oneLine, visibleLines } from "../visible-text.ts";

/** Characters of all arguments in one card: a message with its card may have 28 KB, and one character up to 6 bytes of JSON. */
const MAX_VALUES = 3500;

/** Text that Teams does not search for Markdown, as it does that of a `TextBlock`. */
const line = (text: string, style: { weight?: "Bolder"; fontType?: "Monospace" } = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...style }],
});
const open = (title: string, url: string) => ({ type: "Action.OpenUrl", title, url });

/** Writes an Adaptive Card in the envelope that a workflow expects. See https://adaptivecards.io/explorer/ */
export function renderCard(message: ChannelMessage): object {
  const headline = oneLine(`${headlineOf(message)} · ${message.workspace.name}`);
  const [only, ...others] = message.notices;
  const isOne = only !== undefined && others.length === 0;
  return cardOf(
    [line(headline, { weight: "Bolder" }), ...(isOne ? about(only) : digest(message.notices))],
    isOne ? open("Open action", only.url) : open("Open the inbox", message.links.inbox),
  );
}

export const cardOf = (body: readonly object[], action?: object): object => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        type: "AdaptiveCard",
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        version: "1.4",
        body,
        actions: action ? [action] : [],
      },
    },
  ],
});

export const textOf = (text: string): object => line(text);

function about(notice: Notice): object[] {
  const facts = factsOf(notice);
  const shown = [line(oneLine(notice.words)), ...(facts === "" ? [] : [line(facts)])];
  let left = MAX_VALUES;
  for (const { name, value } of notice.fields ?? []) {
    const text = visibleLines(value);
    left -= name.length + text.length;
    if (left < 0) return [...shown, line("Open the action to read the other arguments.")];
    shown.push(line(oneLine(name) || " ", { weight: "Bolder" }), line(text === "" ? " " : text, { fontType: "Monospace" }));
  }
  return shown;
}

function digest(notices: readonly Notice[]): object[] {
  const { lines, more } = listNotices(notices);
  return [...lines.map(({ text }) => line(text)), ...(more > 0 ? [line(moreWords(more))] : [])];
}
