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

/** Names that the platform gives, although they look like words. */
const PLATFORM =
  /^(Enter|Escape|Tab|Home|End|Backspace|Delete|Page(Up|Down)|Arrow(Up|Down|Left|Right)|Mod|Shift|Control|Alt|Meta|[A-Z][a-z]*Error|Content-Type|Accept|If-Match|Last-Event-ID|POST|GET)$/;

const LETTERS = /\p{L}{2}/u;
/** Two words, or one with a capital letter: an identifier, a class or a key of the protocol is neither. */
const SENTENCE = /\p{L}[\p{L}'’-]*[,.:;!?…]* +["“(]*\p{L}|^\p{Lu}\p{Ll}+/u;

const parentsOf = function* (node) {
  for (let at = node.parent; at; at = at.parent) yield at;
};

const isDeveloperError = (node) =>
  node.type === "ThrowStatement" || (node.type === "NewExpression" && /Error$/.test(node.callee.name ?? ""));

/** Text that no person sees: imports, types, classes, styles, links, errors of a programmer. */
function isHidden(node) {
  for (const at of parentsOf(node)) {
    if (isDeveloperError(at)) return true;
    switch (at.type) {
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
        if (at.source === node) return true;
        break;
      case "ImportExpression":
      case "TSLiteralType":
      case "TSImportType":
        return true;
      case "JSXAttribute":
        return /^(class(Name|Names)?|style|styles|d|points|viewBox|transform|gridTemplateColumns|cols|sizes|rel|allow|sandbox|autoComplete)$/.test(
          at.name.name,
        );
      case "Property":
        if (/^(style|styles|className|classNames|gridTemplateColumns|transition|boxShadow|font)$/.test(at.key.name ?? ""))
          return true;
        break;
      case "JSXElement":
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
        break;
    }
  }
  return false;
}

function isShown(node) {
  const { parent } = node;
  if (parent.type === "JSXAttribute") return SHOWN.has(parent.name.name ?? "");
  if (parent.type === "Property" && parent.value === node) return SHOWN.has(parent.key.name ?? parent.key.value);
  return false;
}

const check = (context, node, text) => {
  const [trimmed] = [text.trim()];
  if (!LETTERS.test(trimmed) || PLATFORM.test(trimmed)) return;
  if ((isShown(node) || SENTENCE.test(trimmed)) && !isHidden(node))
    context.report({ node, message: `"${trimmed}" belongs to the catalogue: packages/inbox/src/strings.` });
};

const inCatalogue = {
  create: (context) => ({
    JSXText(node) {
      const text = node.value.trim();
      if (LETTERS.test(text))
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
