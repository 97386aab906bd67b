const NEWLINE = 10;

/** Cuts a byte stream into lines; `onTooLong` is told once when a line has more bytes than `limit`, and nothing after it. */
export function readLines(limit: number, onLine: (line: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let isOver = false;
  const take = (part: Buffer): void => {
    const line = parts.length === 0 ? part : Buffer.concat([...parts, part]);
    parts = [];
    held = 0;
    const end = line.at(-1) === 13 ? line.length - 1 : line.length;
    if (end > 0) onLine(line.toString("utf8", 0, end));
  };
  return (chunk) => {
    let from = 0;
    while (!isOver) {
      const at = chunk.indexOf(NEWLINE, from);
      const size = (at === -1 ? chunk.length : at) - from;
      if (held + size > limit) {
        isOver = true;
        parts = [];
        onTooLong();
        return;
      }
      if (at === -1) {
        if (size > 0) parts.push(chunk.subarray(from));
        held += size;
        return;
      }
      take(chunk.subarray(from, at));
      from = at + 1;
    }
  };
}
