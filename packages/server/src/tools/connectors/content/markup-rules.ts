/** Allow-list for markup. Elements and attributes that are not listed are refused; the listed ones are known to be harmless. */
export interface MarkupRules {
  /** Allowed elements, each with its attributes besides those of `everywhere`. */
  elements: ReadonlyMap<string, readonly string[]>;
  /** Attributes allowed on every element; `aria-*` and `data-*` are prefixes. */
  everywhere: readonly string[];
  /**
   * A `page` is shown by itself and may have a doctype and comments. A `piece` is put into other markup: it must close exactly
   * the elements it opens and may not contain comments.
   */
  form: "page" | "piece";
}

const none = (names: string): [string, readonly string[]][] => names.split(" ").map((name) => [name, []]);

/** Rules for rich text fields: what usual editors write, and nothing that loads or looks different from its text. */
export const RICH_TEXT: MarkupRules = {
  elements: new Map([
    ...none("p br b strong i em u s ul ol li h2 h3 h4 blockquote code pre"),
    ...none("table caption thead tbody tfoot tr"),
    ["td", ["colspan", "rowspan"]],
    ["th", ["colspan", "rowspan", "scope"]],
    ["a", ["href"]],
  ]),
  everywhere: [],
  form: "piece",
};

const BOX = ["align", "bgcolor", "height", "valign", "width"];

/** Rules for template output: pages and e-mails, with the old attributes mail programs need. Nothing that runs or sends. */
export const TEMPLATE_PAGE: MarkupRules = {
  elements: new Map([
    ...none("html head title body header footer main nav section article aside figure figcaption address hgroup"),
    ...none("p br div span h1 h2 h3 h4 h5 h6 pre code kbd samp var b strong i em u s small big sub sup mark abbr cite dfn"),
    ...none("center tt strike wbr ul dl dt dd details summary ruby rt rp bdi bdo caption style"),
    ["meta", ["charset", "name", "content"]],
    ["body", ["bgcolor", "text", "link", "alink", "vlink", "background"]],
    ["a", ["href", "name", "rel", "target"]],
    ["img", ["src", "alt", "border", "hspace", "vspace", "loading", ...BOX]],
    ["font", ["color", "face", "size"]],
    ["hr", ["color", "noshade", "size", ...BOX]],
    ["ol", ["start", "reversed", "type"]],
    ["li", ["value"]],
    ["blockquote", ["cite"]],
    ["q", ["cite"]],
    ["del", ["cite", "datetime"]],
    ["ins", ["cite", "datetime"]],
    ["time", ["datetime"]],
    ["data", ["value"]],
    ["table", ["background", "border", "cellpadding", "cellspacing", "rules", "summary", ...BOX]],
    ["thead", BOX],
    ["tbody", BOX],
    ["tfoot", BOX],
    ["tr", BOX],
    ["td", ["abbr", "background", "colspan", "headers", "nowrap", "rowspan", ...BOX]],
    ["th", ["abbr", "background", "colspan", "headers", "nowrap", "rowspan", "scope", ...BOX]],
    ["colgroup", ["span", ...BOX]],
    ["col", ["span", ...BOX]],
  ]),
  everywhere: ["align", "aria-*", "class", "data-*", "dir", "id", "lang", "role", "style", "title", "translate"],
  form: "page",
};
