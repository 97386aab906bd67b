import { ANSWER, type Problem } from "@countersign/protocol";

const FORMATS: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  uri: "an address such as https://example.com",
  date: "a date such as 2026-12-24",
  "date-time": "a time such as 2026-12-24T18:00:00Z",
};

const NUMBER = String.raw`(-?[\d.e+-]+)`;
const AT_LEAST = [new RegExp(`^must be >= ${NUMBER}$`), /^must NOT have fewer than (\d+) (?:items|characters)$/];
const AT_MOST = [new RegExp(`^must be <= ${NUMBER}$`), /^must NOT have more than (\d+) (?:items|characters)$/];

/** A fault of the server's schema validator in plain words; any other message as it is. */
export function plainFault(message: string): string {
  const limitOf = (patterns: readonly RegExp[]) => patterns.map((one) => one.exec(message)?.[1]).find(Boolean);
  const [least, most] = [limitOf(AT_LEAST), limitOf(AT_MOST)];
  if (least !== undefined) return `At least ${least}.`;
  if (most !== undefined) return `At most ${most}.`;
  const format = /^must match format "(.+)"$/.exec(message)?.[1];
  return format !== undefined && Object.hasOwn(FORMATS, format) ? `This is not ${FORMATS[format]}.` : message;
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
