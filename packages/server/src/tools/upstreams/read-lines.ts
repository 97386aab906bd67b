import { skipMessage, type Skip, type SkippedMessage } from "./skip-message.ts";

const NEWLINE = 10;

/** Splits a byte stream into lines. A line of more than `limit` bytes is not kept, only facts about it, for `onTooLong`. */
export function readLines(
  limit: number,
  onLine: (line: string) => void,
  onTooLong: (skipped: SkippedMessage) => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let skip: Skip | undefined;

  const take = (part: Buffer): void => {
    if (part.length === 0) return;
    held += part.length;
    if (skip) return skip.take(part);
    parts.push(part);
    if (held <= limit) return;
    skip = skipMessage();
    for (const each of parts) skip.take(each);
    parts = [];
  };
  const end = (): void => {
    const [only] = parts;
    const line = parts.length === 1 && only ? only : Buffer.concat(parts);
    const skipped = skip;
    parts = [];
    held = 0;
    skip = undefined;
    if (skipped) return onTooLong(skipped.end());
    const length = line.at(-1) === 13 ? line.length - 1 : line.length;
    if (length > 0) onLine(line.toString("utf8", 0, length));
  };

  return (chunk) => {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, from);
      take(chunk.subarray(from, at === -1 ? chunk.length : at));
      if (at === -1) return;
      end();
      from = at + 1;
    }
  };
}
