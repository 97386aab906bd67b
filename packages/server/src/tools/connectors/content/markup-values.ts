/** Attributes whose value is an address that a person follows, and those from which a browser loads by itself. */
const FOLLOWED = new Set(["href", "cite"]);
const LOADED = new Set(["src", "background"]);
const IMAGE = /^data:image\/(png|jpeg|gif|webp)[;,]/i;

/** What may stand in a style sheet. All that loads has to be a function, or an at-rule, that is not here. */
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

/** Says what is wrong with an attribute's value, which is as a browser has it: character references resolved. */
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
 * What stands before the first colon, unless one of `/?#\` comes first, is one of the schemes to the letter. Browsers take tabs
 * and line ends out of it before they look, so that a list of what is bad would have to know what they all do.
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

/** Refuses what loads, and what could write it in another way. For a `style` attribute and for the text of a `style` element. */
export function findStyleFault(css: string): string | undefined {
  // What they stand for is read by some as if it were written out.
  if (/[\\<]|&[#a-z]/i.test(css)) return "may not hold \\, < or a character reference";
  for (let at = css.indexOf("("); at !== -1; at = css.indexOf("(", at + 1)) {
    // Without a name it is a group, as in `@media (min-width: 40em)`. No longer name is on the list, so this is far enough back.
    const [name] = /[-\w\u0080-\uffff]*$/.exec(css.slice(Math.max(0, at - 40), at)) ?? [""];
    if (name !== "" && !CSS_FUNCTIONS.has(name.toLowerCase())) return `may not use ${name}()`;
  }
  for (const [, name = ""] of css.matchAll(/@([-\w\u0080-\u{10ffff}]*)/gu)) {
    if (!CSS_RULES.has(name.toLowerCase())) return `may not use @${name.slice(0, 40)}`;
  }
  return undefined;
}
