import type { Terminal } from "../../../src/cli/terminal.ts";

export interface RecordedTerminal extends Terminal {
  out: string;
  error: string;
  questions: string[];
}

/** A terminal that keeps what a person would see. With answers it is interactive, without them nobody is there. */
export function recordTerminal(answers: string[] = [], columns: number | null = null): RecordedTerminal {
  const recorded: RecordedTerminal = {
    out: "",
    error: "",
    questions: [],
    interactive: answers.length > 0,
    colour: false,
    columns,
    write: (text) => void (recorded.out += text),
    writeError: (text) => void (recorded.error += text),
    async ask(question) {
      recorded.questions.push(question);
      return answers.shift() ?? "";
    },
    askSecret: (question) => recorded.ask(question),
  };
  return recorded;
}
