const words = (text: string): readonly string[] => text.split(" ");

/** Everything a template may use. The rendering process gets this list and refuses anything else. */
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
  /** Counted from when the process has its job, without its start. */
  milliseconds: number;
  /** UTF-8 bytes, like the two below. */
  outputBytes: number;
  sourceBytes: number;
  /** Size of the context as JSON. */
  contextBytes: number;
}

export const TEMPLATE_LIMITS: TemplateLimits = {
  milliseconds: 1500,
  outputBytes: 512 * 1024,
  sourceBytes: 64 * 1024,
  contextBytes: 256 * 1024,
};
