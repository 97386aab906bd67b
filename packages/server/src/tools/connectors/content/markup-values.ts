/** Attributes with an address: `FOLLOWED` by a person, `LOADED` by the browser itself. */
const FOLLOWED = new Set(["href", "cite"]);
const LOADED = new Set(["src", "background"]);
const IMAGE = /^data:image\/(png|jpeg|gif|webp)[;,]/i;

/** Allow-list for style sheets. Anything that loads needs a function or an at-rule that is not listed. */
const CSS_FUNCTIONS = new Set(
  (
    "rgb rgba hsl hsla hwb lab lch oklab oklch color-mix calc min max clamp var minmax repeat fit-content counter " +
    "linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient " +
    "rotate scale translate translatex translatey skew matrix cubic-bezier steps " +
    "is where not lang nth-child nth-last-child nth-of-type nth-last-of-type"
  ).split(" "),
);
const CSS_RULES = new Set(["media", "supports", "keyframes"]);

const META_NAMES = new Set(
  "author color-scheme description format-detection supported-color-schemes viewport x-apple-disable-message-reformatting".split(
    " ",
  ),
);

/** Returns what is wrong with an attribute's value, if anything; character references must be resolved, as in a browser. */
export function findValueFault(element: string, attribute: string, value: string): string | undefined {
  if (FOLLOWED.has(attribute)) return findAddressFault(value, ["https", "http", "mailto", "tel"]);
  if (LOADED.has(attribute)) return IMAGE.test(value) ? undefined : findAddressFault(value, ["https", "http"], true);
  if (attribute === "style") return findStyleFault(value);
  if (element !== "meta") return undefined;
  if (attribute === "charset" && value.toLowerCase() !== "utf-8") return "must be utf-8";
  if (attribute === "name" && !META_NAMES.has(value.toLowerCase())) return `may be one of ${[...META_NAMES].join(", ")}`;
  return undefined;
}

/**
 * Requires the part before the first colon, unless one of `/?#\` comes first, to be exactly one of the schemes. Browsers remove
 * tabs and line ends from it first, so a deny-list would have to know everything they do.
 */
function findAddressFault(value: string, schemes: readonly string[], images = false): string | undefined {
  // oxlint-disable-next-line no-control-regex -- what browsers take off in front
  const address = value.replace(/^[\0-\x20]+/, "");
  const first = /^[^/?#\\]*/.exec(address)?.[0] ?? "";
  const colon = first.indexOf(":");
  if (colon === -1 || schemes.includes(first.slice(0, colon).toLowerCase())) return undefined;
  const data = images ? ", or data:image/ with png, jpeg, gif or webp" : "";
  return `must be a relative address or one that begins with ${schemes.map((name) => `${name}:`).join(", ")}${data}`;
}

/** Refuses CSS that loads something, and ways to disguise it. For `style` attributes and the text of `style` elements. */
export function findStyleFault(css: string): string | undefined {
  // Some readers treat these like the characters they stand for.
  if (/[\\<]|&[#a-z]/i.test(css)) return "may not hold \\, < or a character reference";
  for (let at = css.indexOf("("); at !== -1; at = css.indexOf("(", at + 1)) {
    // A parenthesis without a name is a group, as in `@media (min-width: 40em)`. No listed name is longer than 40 characters.
    const [name] = /[-\w\u0080-\uffff]*$/.exec(css.slice(Math.max(0, at - 40), at)) ?? [""];
    if (name !== "" && !CSS_FUNCTIONS.has(name.toLowerCase())) return `may not use ${name}()`;
  }
  for (const [, name = ""] of css.matchAll(/@([-\w\u0080-\u{10ffff}]*)/gu)) {
    if (!CSS_RULES.has(name.toLowerCase())) return `may not use @${name.slice(0, 40)}`;
  }
  return undefined;
}
