// Executes one node of a template. Harmless nodes use the library's implementation; those in which the library would use
// JavaScript objects are implemented here.
import { createMarkup, executeNodeSynchronously, isAMarkup } from "twing";
import { NODES } from "./check-template.mjs";
import { range } from "./functions.mjs";
import { escapeHtml, Fault, isList, isTrue, lookUp, toText } from "./values.mjs";

const OWN = {
  attribute_accessor(node, context, run) {
    const { target: targetNode, attribute: attributeNode } = node.children;
    const { type, shouldTestExistence, shouldIgnoreStrictCheck } = node.attributes;
    if (type === "method") throw new Fault("forbidden", "Methods cannot be called.");
    const target = run(targetNode, context);
    const attribute = run(attributeNode, context);
    const value = lookUp(target, attribute);
    if (shouldTestExistence) return value !== undefined;
    if (value !== undefined || shouldIgnoreStrictCheck) return value;
    const holder = targetNode.type === "name" ? targetNode.attributes.name : "that";
    throw new Fault(
      "failed",
      `There is no ${String(attribute).slice(0, 100)} in ${holder}. Where it may be missing, use default or ??.`,
    );
  },
  and: (node, context, run) => isTrue(run(node.children.left, context)) && isTrue(run(node.children.right, context)),
  or: (node, context, run) => isTrue(run(node.children.left, context)) || isTrue(run(node.children.right, context)),
  not: (node, context, run) => !isTrue(run(node.children.operand, context)),
  conditional: ({ children }, context, run) =>
    run(isTrue(run(children.expr1, context)) ? children.expr2 : children.expr3, context),
  /** Needs no check: filters, printing and joining check their own values. */
  check_to_string: (node, context, run) => run(node.children.value, context),
  concatenate: (node, context, run) =>
    `${toText(run(node.children.left, context), "~")}${toText(run(node.children.right, context), "~")}`,
  range: (node, context, run) => range(run(node.children.left, context), run(node.children.right, context)),
  escape(node, context, run) {
    const value = run(node.children.body, context);
    if (isList(value))
      throw new Fault("failed", "A list or an object cannot be printed; print one of its values, or use join.");
    return isAMarkup(value) ? value : escapeHtml(toText(value, "{{ }}"));
  },
  /** The output of a block is already escaped. */
  set(node, context) {
    executeNodeSynchronously(node, context);
    if (!node.attributes.isBlock) return;
    for (const { attributes } of Object.values(node.children.names.children)) {
      context.context.set(attributes.name, createMarkup(String(context.context.get(attributes.name))));
    }
  },
};

/** Adds the line to a refusal, and ends a template that has written too much. */
export const createExecutor = (mostCharacters) =>
  function run(node, context) {
    const type = String(node.type);
    try {
      if (!NODES.has(type)) throw new Fault("forbidden", `${type} is not available.`);
      const own = Object.hasOwn(OWN, type) ? OWN[type] : undefined;
      const value = own ? own(node, context, run) : executeNodeSynchronously(node, context);
      if (typeof value === "function") throw new Fault("forbidden", "A function is not a value.");
      if ((type === "print" || type === "text") && context.outputBuffer.getContents().length > mostCharacters)
        throw new Fault("too_large", `The template writes more than ${mostCharacters} bytes.`);
      return value;
    } catch (error) {
      // The library wraps this error in its own; the line stays on this one.
      if (error instanceof Fault) error.line ??= node.line;
      throw error;
    }
  };
