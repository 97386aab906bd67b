import type { ContentField, Json } from "@countersign/protocol";
import { runWithin } from "../../../../core/run-within.ts";
import { RICH_TEXT } from "../markup-rules.ts";
import { findMarkupFaults } from "../markup.ts";
import { fault, given, type Fault, type FieldAdapter } from "./field-adapter.ts";

const MAX_CHARACTERS = 200_000;
/** Time limit, because the pattern is an administrator's but the text is an agent's. */
const PATTERN_MILLISECONDS = 1000;

function checkText(value: Json, field: ContentField): Fault[] {
  const { minLength = 0, maxLength = MAX_CHARACTERS, pattern } = field;
  if (typeof value !== "string") return fault("must be text");
  if (value.includes("\0") || /\p{Surrogate}/u.test(value)) return fault("must be text without U+0000 and lone surrogates");
  const length = [...value].length;
  if (length < minLength) return fault(`must have at least ${minLength} characters, has ${length}`);
  if (length > maxLength) return fault(`must have at most ${maxLength} characters, has ${length}`);
  return pattern === undefined || matches(value, pattern) ? [] : fault(`must match ${pattern}`);
}

function matches(value: string, pattern: string): boolean {
  let isMatch = false;
  const ended = runWithin(PATTERN_MILLISECONDS, () => {
    isMatch = new RegExp(pattern, "u").test(value);
  });
  return ended && isMatch;
}

const lengths = ({ minLength, maxLength, pattern }: ContentField) => ({ minLength, maxLength, pattern });

export const text: FieldAdapter = {
  schema: (field) => given({ type: "string", ...lengths(field) }),
  check: checkText,
};

/** HTML of a short list of elements. Anything else is refused, never removed, so that what is shown is what was written. */
export const richtext: FieldAdapter = {
  schema: (field) =>
    given({
      type: "string",
      contentMediaType: "text/html",
      ...lengths(field),
      description: `HTML of ${[...RICH_TEXT.elements.keys()].join(", ")}`,
    }),
  check(value, field) {
    const faults = checkText(value, field);
    if (faults.length > 0 || typeof value !== "string") return faults;
    return findMarkupFaults(value, RICH_TEXT).flatMap(({ line, message }) => fault(`line ${line}: ${message}`));
  },
};
