import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Where a command writes and asks. Commands get it as an argument, so tests can read what a person would see. */
export interface Terminal {
  write(text: string): void;
  writeError(text: string): void;
  /** True where a person is there to answer. */
  interactive: boolean;
  ask(question: string): Promise<string>;
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string>;
  colour: boolean;
  /** Width of the screen; null where the output is not one, and lines are then never broken. */
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

/** Ctrl-C and Ctrl-D while asked are no answer, and no answer is a no. */
async function askOn(lines: Interface, question: string): Promise<string> {
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}
