const DEFAULT_TEMPLATE = "Run {toolName} with {args}?";

/** The question a client shows. One pass replaces both placeholders, so that `args` cannot contain another one. */
export const fillPrompt = (template: string | null, toolName: string, args: string): string =>
  (template ?? DEFAULT_TEMPLATE).replace(/\{(toolName|args)\}/g, (_, word: string) => (word === "args" ? args : toolName));
