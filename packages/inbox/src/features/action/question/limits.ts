import type { QuestionField } from "@countersign/protocol";
import { numberWords } from "../../../strings/count.ts";
import { strings } from "../../../strings/question.tsx";

/** Limits of an answer in words, such as "1 to 9" or "at most 200 characters"; undefined for a field without limits. */
export function limitsOf(field: QuestionField): string | undefined {
  const { characters, choices } = strings.limits;
  if (field.type === "string") return range(field.minLength || undefined, field.maxLength, characters);
  if (field.type === "array") return range(field.minItems || undefined, field.maxItems, choices);
  return field.type === "boolean" ? undefined : range(worthTelling(field.minimum), worthTelling(field.maximum));
}

/** Schema libraries write the largest exact integers as limits where the author gave none. */
const worthTelling = (limit: number | undefined): number | undefined =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;

type Words = (amount: number) => string;

function range(least: number | undefined, most: number | undefined, counted?: Words): string | undefined {
  const words = strings.limits;
  // Without commas between thousands unless something is counted: a number may be a year.
  const withUnit = counted ?? String;
  if (least === undefined) return most === undefined ? undefined : words.atMost(withUnit(most));
  if (most === undefined) return words.atLeast(withUnit(least));
  if (least === most) return words.exactly(withUnit(most));
  return words.between(counted ? numberWords(least) : String(least), withUnit(most));
}
