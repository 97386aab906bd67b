// Checks a template before any of it runs, reachable or not, and refuses everything it does not know.
import { getChildren } from "twing";
import { Fault } from "./values.mjs";

/** Internal names of the allowed node types. `matches` is not allowed, because it takes a regular expression. */
export const NODES = new Set(
  (
    "null template check_security check_to_string text verbatim comment print escape if for for_loop set do constant name " +
    "assignment array hash attribute_accessor conditional nullish_coalescing filter function test not negative positive add " +
    "subtract multiply divide divide_and_floor modulo power and or concatenate range spaceship starts_with ends_with is_equal_to " +
    "is_not_equal_to is_less_than is_less_than_or_equal_to is_greater_than is_greater_than_or_equal_to is_in is_not_in " +
    "bitwise_and bitwise_or bitwise_xor"
  ).split(" "),
);

/** Names reserved for the engine's own objects. */
const OWN_NAMES = new Set(["_self", "_context", "_charset", "_parent", "_seq", "_iterated"]);
const WORDS = { arrow_function: "Arrow functions are", matches: "The operator matches is", spread: "The operator ... is" };
/** Parts that must be empty, since a template stands alone: blocks, macros, parents, other templates. */
const EMPTY_PARTS = ["blocks", "macros", "traits"];

/** Checks tags in the token stream, because some tags leave nothing in the tree. */
export function checkTags(stream, { tags }) {
  const allowed = new Set(tags.flatMap((tag) => [tag, `end${tag}`]).concat(tags.includes("if") ? ["else", "elseif"] : []));
  for (let at = 0; stream.look(at).type !== "EOF"; at += 1) {
    const [before, { type, value, line }] = [at === 0 ? undefined : stream.look(at - 1), stream.look(at)];
    if (before?.type === "TAG_START" && type === "NAME" && !allowed.has(value))
      throw new Fault("forbidden", `The tag ${value} is not available. Available are ${tags.join(", ")}.`, line);
  }
}

/** @param {unknown} template The tree of the whole template. */
export function checkTree(template, language) {
  const { children, embeddedTemplates } = template;
  const parts = EMPTY_PARTS.some((part) => getChildren(children[part]).length > 0);
  if (parts || children.parent !== undefined || embeddedTemplates.length > 0)
    throw new Fault("forbidden", "A template stands alone: it cannot have blocks, macros or a parent.", 1);
  checkNode(template, language);
}

function checkNode(node, language) {
  const { type, attributes, line } = node;
  const refuse = (words) => {
    throw new Fault("forbidden", words, line);
  };
  if (!NODES.has(String(type))) refuse(`${WORDS[type] ?? `${String(type).replaceAll("_", " ")} is`} not available.`);
  const name = attributes.operatorName;
  for (const kind of ["filter", "function", "test"]) {
    const names = language[`${kind}s`];
    if (type === kind && !names.includes(name))
      refuse(`The ${kind} ${name} is not available. Available are ${names.join(", ")}.`);
  }
  if ((type === "name" || type === "assignment") && OWN_NAMES.has(attributes.name))
    refuse(`The name ${attributes.name} is not available.`);
  if (type === "attribute_accessor" && attributes.type === "method") refuse("Methods cannot be called.");
  for (const [, child] of getChildren(node)) checkNode(child, language);
}
