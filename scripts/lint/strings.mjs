/**
 * Rules for oxlint: every text that a person reads in the inbox is in the catalogue (`packages/inbox/src/strings`), and is read from
 * it when it is shown.
 */

/** Attributes of elements and components, and properties of objects, whose text is shown or read aloud. */
const SHOWN = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "decision",
  "description",
  "error",
  "heading",
  "label",
  "message",
  "nothingFoundMessage",
  "placeholder",
  "says",
  "title",
]);

/** Names of keys, headers, methods, errors, components and of the product: they look like words and are none. */
const NAMES =
  /^(Countersign|Authorization|Enter|Escape|Tab|Home|End|Backspace|Delete|Mod|Shift|Control|Alt|Meta|Accept|(\p{Lu}[\p{Ll}\d]+){2,}|\p{Lu}\p{Ll}+(-\p{Lu}\p{Ll}+)+)$/u;

/** Variables of the environment, paths of the API, types, markup, styles, selectors, credentials and commands, shown or used as they are. */
const CODE = /^[A-Z][A-Z0-9_]+$|^\/[\w/…]+$|^Bearer |=>|^Promise<|<\/?[a-z!]|var\(--|\[[a-z-]+[\]=]| --[a-z]/;

const LETTERS = /\p{L}{2}/u;
/** Two words, or one with a capital letter: an identifier, a class or a key of the protocol is neither. */
const SENTENCE = /\p{L}[\p{L}'’-]*[,.:;!?…]* +["“(]*\p{L}|^\p{Lu}\p{Ll}+/u;

/** Attributes and properties that hold no text: ids, classes, styles, drawings. */
const NO_TEXT = new Set([
  "id",
  "key",
  "className",
  "classNames",
  "class",
  "rel",
  "allow",
  "sandbox",
  "autoComplete",
  "sizes",
  "cols",
  "style",
  "styles",
  "d",
  "points",
  "viewBox",
  "transform",
  "transition",
  "boxShadow",
  "gridTemplateColumns",
  "font",
  "fontFamily",
  "fontFamilyMonospace",
]);

/** Functions that take a selector or a media query. */
const SELECTING = /^(closest|matches|querySelector(All)?|matchMedia|useMediaQuery)$/;

const TYPES_AND_IMPORTS = new Set(["ImportDeclaration", "ImportExpression", "TSLiteralType", "TSImportType"]);

function* parentsOf(node) {
  for (let at = node.parent; at; at = at.parent) yield at;
}

const isProgrammersError = (node) =>
  node.type === "ThrowStatement" || (node.type === "NewExpression" && node.callee.name?.endsWith("Error") === true);

const selects = ({ type, callee }) => type === "CallExpression" && SELECTING.test(callee.name ?? callee.property?.name ?? "");

const holdsNoText = (node) =>
  selects(node) ||
  (node.type === "BinaryExpression" && node.operator === "in") ||
  TYPES_AND_IMPORTS.has(node.type) ||
  isProgrammersError(node) ||
  (node.type === "JSXAttribute" && NO_TEXT.has(node.name.name)) ||
  (node.type === "Property" && NO_TEXT.has(node.key.name ?? ""));

/** Whether no person ever sees it. */
const isHidden = (node) =>
  (node.parent.type.startsWith("Export") && node.parent.source === node) || [...parentsOf(node)].some(holdsNoText);

function isShown(node) {
  const { parent } = node;
  if (parent.type === "JSXAttribute") return SHOWN.has(parent.name.name ?? "");
  if (parent.type === "Property" && parent.value === node) return SHOWN.has(parent.key.name ?? parent.key.value);
  return false;
}

const check = (context, node, text) => {
  const trimmed = text.trim();
  if (!LETTERS.test(trimmed) || NAMES.test(trimmed) || CODE.test(trimmed)) return;
  if ((isShown(node) || SENTENCE.test(trimmed)) && !isHidden(node))
    context.report({ node, message: `"${trimmed}" belongs to the catalogue: packages/inbox/src/strings.` });
};

const inCatalogue = {
  create: (context) => ({
    JSXText(node) {
      const text = node.value.trim();
      if (LETTERS.test(text) && !CODE.test(text))
        context.report({ node, message: `"${text}" belongs to the catalogue: packages/inbox/src/strings.` });
    },
    Literal(node) {
      if (typeof node.value === "string") check(context, node, node.value);
    },
    TemplateLiteral(node) {
      check(context, node, node.quasis.map(({ value }) => value.cooked ?? "").join("0"));
    },
  }),
};

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"]);

const whenShown = {
  create: (context) => ({
    Identifier(node) {
      if (!/^strings$|Strings$/.test(node.name)) return;
      const parents = [...parentsOf(node)];
      if (parents.some(({ type }) => FUNCTIONS.has(type) || type.startsWith("Import") || type.startsWith("TS"))) return;
      context.report({
        node,
        message: "Read strings when they are shown, in a function: the language may not be loaded with the module.",
      });
    },
  }),
};

export default { meta: { name: "strings" }, rules: { "in-catalogue": inCatalogue, "when-shown": whenShown } };
