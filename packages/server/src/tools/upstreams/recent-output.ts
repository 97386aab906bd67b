import type { Mask } from "../../core/mask-secrets.ts";

const LINES_KEPT = 20;
const LINE_READ = 16 * 1024;
const LINE_KEPT = 500;

/** The last lines of a program's standard error: few, short, and with secrets masked. */
export interface RecentOutput {
  take(chunk: Buffer): void;
  lines(): readonly string[];
}

export function createRecentOutput(mask: Mask): RecentOutput {
  const lines: string[] = [];
  let open = "";
  const close = (): void => {
    // Cut after masking, and far below the read limit: otherwise part of a secret could remain at the end.
    const line = mask(open).slice(0, LINE_KEPT).trimEnd();
    open = "";
    if (line === "") return;
    lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
  };
  return {
    take(chunk) {
      const [first = "", ...more] = chunk.toString("utf8").split("\n");
      open = (open + first).slice(0, LINE_READ);
      for (const line of more) {
        close();
        open = line.slice(0, LINE_READ);
      }
    },
    lines() {
      if (open !== "") close();
      return lines;
    },
  };
}
