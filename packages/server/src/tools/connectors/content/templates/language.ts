const words = (text: string): readonly string[] => text.split(" ");

/** What a template may use, and all it may use. The process that renders is told this list and knows no more. */
export const TEMPLATE_LANGUAGE = {
  tags: words("if for set verbatim"),
  filters: words(
    "abs batch capitalize date default e escape first format join keys last length lower merge nl2br number_format replace " +
      "reverse round slice sort striptags title trim upper url_encode",
  ),
  functions: words("cycle max min range"),
  tests: ["defined", "divisible by", "empty", "even", "iterable", "none", "null", "odd", "same as"],
};

export interface TemplateLimits {
  /** From the moment the process has its job; starting it is not counted. */
  milliseconds: number;
  /** UTF-8, as the two below. */
  outputBytes: number;
  sourceBytes: number;
  /** Of the context as JSON. */
  contextBytes: number;
}

export const TEMPLATE_LIMITS: TemplateLimits = {
  milliseconds: 1500,
  outputBytes: 512 * 1024,
  sourceBytes: 64 * 1024,
  contextBytes: 256 * 1024,
};
