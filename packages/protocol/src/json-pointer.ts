/** Builds an RFC 6901 JSON Pointer, as used in errors; the empty string is the whole value. */
export const jsonPointer = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
