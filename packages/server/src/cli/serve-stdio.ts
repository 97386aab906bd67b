import { createInterface } from "node:readline";
import { createMcpBridge } from "./mcp-bridge.ts";
import { renderForTerminal } from "./render-for-terminal.ts";
import type { Terminal } from "./terminal.ts";

/** Where a bridge leads, and as whom. */
export interface BridgeTarget {
  url: string;
  key: string;
}

/** Reports to the person who reads the client's log. */
export const tellOn =
  (terminal: Terminal) =>
  (words: string): void =>
    terminal.writeError(`${renderForTerminal(words, { form: "line" })}\n`);

/**
 * Speaks MCP over the standard streams until the client closes them or this process is asked to stop. What the client says
 * before `open` returns waits for it; the signal is aborted when the client is gone.
 */
export async function serveStdio(terminal: Terminal, open: (gone: AbortSignal) => Promise<BridgeTarget>): Promise<void> {
  const gone = new AbortController();
  const waiting: string[] = [];
  let take = (line: string): void => void waiting.push(line);
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on("line", (line) => take(line));
  const over = new Promise<void>((resolve) => lines.once("close", resolve));
  lines.once("close", () => gone.abort());
  const stop = (): void => lines.close();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    const target = await open(gone.signal);
    const bridge = createMcpBridge({
      ...target,
      write: (line) => terminal.write(`${line}\n`),
      tell: tellOn(terminal),
    });
    take = bridge.take;
    for (const line of waiting) take(line);
    await over;
    await bridge.close();
  } finally {
    lines.close();
    process.stdin.destroy();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}
