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

/** Browsers take off leading controls and spaces, and tabs and line ends anywhere, before they look for a scheme. So does this. */
function findAddressFault(value: string, schemes: readonly string[], images = false): string | undefined {
  // oxlint-disable-next-line no-control-regex -- those are what is meant
  const address = value.replace(/[\t\n\r]/g, "").replace(/^[\0-\x20]+/, "");
  const first = /^[^/?#\\]*/.exec(address)?.[0] ?? "";
  const colon = first.indexOf(":");
  if (colon === -1 || schemes.includes(first.slice(0, colon).toLowerCase())) return undefined;
  const data = images ? ", or data:image/ with png, jpeg, gif or webp" : "";
  return `must be a relative address or one that begins with ${schemes.map((name) => `${name}:`).join(", ")}${data}`;
}

/** Refuses what loads, and what could write it in another way. For a `style` attribute and for the text of a `style` element. */
export function findStyleFault(css: string): string | undefined {
  if (/[\\<]/.test(css)) return "may not hold \\ or <";
  for (const [, name = ""] of css.matchAll(/([-\w\u0080-\u{10ffff}]*)\(/gu)) {
    // Without a name it is a group, as in `@media (min-width: 40em)`.
    if (name !== "" && !CSS_FUNCTIONS.has(name.toLowerCase())) return `may not use ${name.slice(0, 40)}()`;
  }
  for (const [, name = ""] of css.matchAll(/@([-\w\u0080-\u{10ffff}]*)/gu)) {
    if (!CSS_RULES.has(name.toLowerCase())) return `may not use @${name.slice(0, 40)}`;
  }
  return undefined;
}
