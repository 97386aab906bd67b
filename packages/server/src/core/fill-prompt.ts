const DEFAULT_TEMPLATE = "Run {toolName} with {args}?";

/** The question a client shows: both words filled in at once, so that nothing in the arguments is filled in again. */
export const fillPrompt = (template: string | null, toolName: string, args: string): string =>
  (template ?? DEFAULT_TEMPLATE).replace(/\{(toolName|args)\}/g, (_, word: string) => (word === "args" ? args : toolName));
