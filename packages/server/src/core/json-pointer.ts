/** RFC 6901: the way to a place in a JSON value, as errors name it; the empty string is the whole value. */
export const jsonPointer = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
