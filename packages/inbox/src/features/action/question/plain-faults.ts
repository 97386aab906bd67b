import { strings } from "../../../strings/question.tsx";
import { ANSWER, type Problem } from "@countersign/protocol";

const AT_LEAST = [/^must be >= (-?[\d.e+-]+)$/, /^must NOT have fewer than (\d+) (?:items|characters)$/];
const AT_MOST = [/^must be <= (-?[\d.e+-]+)$/, /^must NOT have more than (\d+) (?:items|characters)$/];

/** A fault of the server's schema validator in plain words; any other message as it is. */
export function plainFault(message: string): string {
  const words = strings.faults;
  const limitOf = (patterns: readonly RegExp[]) => patterns.map((one) => one.exec(message)?.[1]).find(Boolean);
  const [least, most] = [limitOf(AT_LEAST), limitOf(AT_MOST)];
  if (least !== undefined) return words.atLeast(least);
  if (most !== undefined) return words.atMost(most);
  const format = /^must match format "(.+)"$/.exec(message)?.[1];
  const formats: Readonly<Record<string, string>> = words.formats;
  return (format !== undefined && Object.hasOwn(formats, format) && formats[format]) || message;
}

/** The faults of an answer in plain words, with their paths from the answer on. */
export const faultsOfAnswer = (problem: Problem | null | undefined): Problem | null =>
  problem?.errors
    ? {
        ...problem,
        errors: problem.errors.map(({ path, message }) => ({
          path: path.replace(`/userEdits/${ANSWER}`, ""),
          message: plainFault(message),
        })),
      }
    : null;
