import { setImmediate } from "node:timers/promises";
import { type Token, Tokenizer, TokenizerMode, type TokenHandler } from "parse5";
import type { MarkupRules } from "./markup-rules.ts";
import { findStyleFault, findValueFault } from "./markup-values.ts";

export { RICH_TEXT, TEMPLATE_PAGE, type MarkupRules } from "./markup-rules.ts";

export interface MarkupFault {
  /** Line in the markup, from 1. */
  line: number;
  element?: string;
  attribute?: string;
  /** A sentence for the author of the markup. */
  message: string;
}

const MAX_FAULTS = 20;
const MAX_DEPTH = 100;
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Tokenizer mode after these start tags, as in browsers. The rules allow only `style` and `title` of them. */
const TEXT_MODES = new Map([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
  ...["style", "xmp", "iframe", "noembed", "noframes", "noscript"].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);

/** Parse errors that every reader handles alike. Any other may be read differently by another program and is refused. */
const HARMLESS = new Set([
  "absence-of-digits-in-numeric-character-reference",
  "invalid-first-character-of-tag-name",
  "missing-semicolon-after-character-reference",
  "unknown-named-character-reference",
]);

/**
 * Returns what the rules do not allow, at most 20 faults in order; if none, `html` may be shown as it is. Nothing is sanitised:
 * a person sees what was written.
 *
 * Checks every tag as the HTML standard's tokenizer sees it, not a tree, so that a tag which one parser drops and another keeps
 * is never overlooked. The time is linear in the length of the text, whatever it contains.
 */
export function findMarkupFaults(html: string, rules: MarkupRules): MarkupFault[] {
  const reader = new Reader(html, rules);
  reader.tokenizer.write(html, true);
  return reader.faults;
}

/** Like `findMarkupFaults`, for whole pages: yields to the event loop between the steps. */
export async function findPageFaults(html: string, rules: MarkupRules, stepCharacters = 16_384): Promise<MarkupFault[]> {
  const reader = new Reader(html, rules);
  for (let at = 0; at === 0 || at < html.length; at += stepCharacters) {
    if (reader.isFull) break;
    reader.tokenizer.write(html.slice(at, at + stepCharacters), at + stepCharacters >= html.length);
    await setImmediate();
  }
  return reader.faults;
}

class Reader implements TokenHandler {
  readonly faults: MarkupFault[] = [];
  readonly tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this);
  readonly #html: string;
  readonly #rules: MarkupRules;
  /** Open elements of a piece, outermost first. */
  readonly #open: string[] = [];
  /** The element being read whose content is text; `at` is the offset of its text. */
  #text: { element: string; line: number; at: number } | undefined;

  constructor(html: string, rules: MarkupRules) {
    this.#html = html;
    this.#rules = rules;
  }

  get isFull(): boolean {
    return this.faults.length >= MAX_FAULTS;
  }

  onStartTag(tag: Token.TagToken): void {
    const { tagName: element, attrs, location } = tag;
    const line = location?.startLine ?? 1;
    const mode = TEXT_MODES.get(element);
    if (mode !== undefined) {
      this.tokenizer.state = mode;
      this.#text = { element, line, at: location?.endOffset ?? 0 };
    }
    const own = this.#rules.elements.get(element);
    if (!own) return this.#add({ line, element, message: `<${short(element)}> is not allowed.` });

    for (const { name: attribute, value } of attrs) {
      if (this.isFull) break;
      const at = { line: location?.attrs?.[attribute]?.startLine ?? line, element, attribute };
      if (!own.includes(attribute) && !this.#isEverywhere(attribute)) {
        this.#add({ ...at, message: `<${element}> may not have the attribute ${short(attribute)}.` });
        continue;
      }
      const fault = findValueFault(element, attribute, value);
      if (fault !== undefined) this.#add({ ...at, message: `${attribute} of <${element}> ${fault}.` });
    }
    if (this.#rules.form === "page" || VOID.has(element)) return;
    this.#open.push(element);
    if (this.#open.length > MAX_DEPTH) {
      this.#add({ line, element, message: `<${element}> is nested deeper than ${MAX_DEPTH} elements.` });
    }
  }

  onEndTag({ tagName: element, location }: Token.TagToken): void {
    const line = location?.startLine ?? 1;
    this.#endText(location?.startOffset);
    if (!this.#rules.elements.has(element))
      return this.#add({ line, element, message: `</${short(element)}> is not allowed.` });
    if (this.#rules.form === "page") return;
    const open = this.#open.at(-1);
    if (open === element) this.#open.pop();
    else {
      const words = open === undefined ? "where nothing is open" : `where <${open}> is to be closed first`;
      this.#add({ line, element, message: `</${element}> stands ${words}.` });
    }
  }

  onComment({ data, location }: Token.CommentToken): void {
    const line = location?.startLine ?? 1;
    if (this.#rules.form === "piece") this.#add({ line, message: "Comments are not allowed." });
    // Some mail programs show the content of conditional comments, and browsers do not.
    else if (/^\s*\[\s*if|\[\s*endif\s*\]|^\s*[<>]?!?\[/i.test(data)) {
      this.#add({ line, message: "Conditional comments are not allowed." });
    }
  }

  onDoctype({ location }: Token.DoctypeToken): void {
    if (this.#rules.form === "piece") this.#add({ line: location?.startLine ?? 1, message: "A doctype is not allowed." });
  }

  onCharacter(): void {}
  onWhitespaceCharacter(): void {}
  /** `onParseError` reports these. */
  onNullCharacter(): void {}

  onEof({ location }: Token.EOFToken): void {
    this.#endText();
    const element = this.#open.at(-1);
    if (element === undefined) return;
    this.#add({ line: location?.startLine ?? 1, element, message: `<${element}> is never closed.` });
  }

  onParseError({ code, startLine }: { code: string; startLine: number }): void {
    if (HARMLESS.has(code)) return;
    this.#add({ line: startLine, message: `This is not well-formed HTML (${code}).` });
  }

  #endText(end = this.#html.length): void {
    const open = this.#text;
    this.#text = undefined;
    if (!open) return;
    const { element, line } = open;
    const text = this.#html.slice(open.at, end);
    const fault = element === "style" ? findStyleFault(text) : findTagFault(text);
    if (fault !== undefined) this.#add({ line, element, message: `<${element}> ${fault}.` });
  }

  #isEverywhere(attribute: string): boolean {
    return this.#rules.everywhere.some((allowed) =>
      allowed.endsWith("*") ? attribute.startsWith(allowed.slice(0, -1)) : attribute === allowed,
    );
  }

  #add(fault: MarkupFault): void {
    if (!this.isFull) this.faults.push(fault);
    else this.tokenizer.pause();
  }
}

/** Where a `title` is not allowed, a browser may drop its tags and parse its content as markup. */
const findTagFault = (text: string) => (/<[a-z/!?]/i.test(text) ? "may hold no tags" : undefined);

/** Shortens a name for a message; names in markup have no length limit. */
const short = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
