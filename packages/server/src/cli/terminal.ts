import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Input and output of commands. Passed as an argument, so that tests can read the output. */
export interface Terminal {
  write(text: string): void;
  writeError(text: string): void;
  /** Whether a person can answer prompts. */
  interactive: boolean;
  ask(question: string): Promise<string>;
  /** Like `ask`, without echoing the input. */
  askSecret(question: string): Promise<string>;
  colour: boolean;
  /** Screen width in columns; null if the output is not a terminal, and lines are then never broken. */
  columns: number | null;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
    interactive: stdin.isTTY === true && stdout.isTTY === true,
    ask: (question) => askOn(createInterface({ input: stdin, output: stdout }), question),
    async askSecret(question) {
      stdout.write(question);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const answer = await askOn(createInterface({ input: stdin, output: nowhere, terminal: true }), "");
      stdout.write("\n");
      return answer;
    },
    colour: stdout.isTTY === true && stdout.hasColors(),
    columns: stdout.isTTY === true ? stdout.columns : null,
  };
}

/** Returns an empty answer, which counts as "no", on Ctrl-C or Ctrl-D. */
async function askOn(lines: Interface, question: string): Promise<string> {
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}
