import type { Terminal } from "../../../src/cli/terminal.ts";

export interface RecordedTerminal extends Terminal {
  out: string;
  error: string;
  questions: string[];
}

/** A terminal that records its output. It is interactive only if there are answers. */
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
