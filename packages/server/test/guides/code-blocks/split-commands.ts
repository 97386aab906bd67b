export interface ShellCommand {
  /** Assignments before the command, or the whole of it. */
  assignments: Record<string, string>;
  words: string[];
  /** File that standard output goes to. */
  output: string | undefined;
}

const END = /^(&&|\|\||[;|\n])/;

/**
 * Splits the part of the shell's language that the pages use: words, quotes, comments, continued lines, `&&`, `;`, `|`, `>` and
 * `$(…)`. Variables stay as they are written. A command inside `$(…)` becomes a command of its own, before the one that uses it.
 */
export function splitCommands(text: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let command: ShellCommand = { assignments: {}, words: [], output: undefined };
  let toFile = false;
  let rest = text.replace(/\\\n/g, " ");
  const end = (): void => {
    if (command.words.length > 0 || Object.keys(command.assignments).length > 0) commands.push(command);
    command = { assignments: {}, words: [], output: undefined };
  };
  while (rest !== "") {
    const skipped = /^(?:[^\S\n]+|#[^\n]*)/.exec(rest)?.[0] ?? END.exec(rest)?.[0];
    if (skipped !== undefined) {
      if (END.test(rest)) end();
      rest = rest.slice(skipped.length);
    } else if (rest.startsWith(">")) {
      toFile = true;
      rest = rest.slice(1);
    } else {
      const { word, length, inner } = readWord(rest);
      commands.push(...inner.flatMap(splitCommands));
      const [, name, value = ""] = /^([A-Z_]+)=(.*)$/s.exec(word) ?? [];
      if (toFile) command.output = word;
      else if (name !== undefined && command.words.length === 0) command.assignments[name] = value;
      else command.words.push(word);
      toFile = false;
      rest = rest.slice(length);
    }
  }
  end();
  return commands;
}

const PART = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\;|>&]|&(?!&)))/s;
const QUOTED_OR_ONE = /'[^']*'|"(?:[^"\\]|\\.)*"|./gs;

function readWord(text: string): { word: string; length: number; inner: string[] } {
  let word = "";
  let length = 0;
  const inner: string[] = [];
  for (;;) {
    const rest = text.slice(length);
    const nested = readSubstitution(rest);
    if (nested !== undefined) {
      inner.push(nested);
      word += `$(${nested})`;
      length += nested.length + "$()".length;
      continue;
    }
    const [whole, single, double, escaped, plain] = PART.exec(rest) ?? [];
    if (whole === undefined) break;
    word += single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? "";
    length += whole.length;
  }
  if (length === 0) throw new Error(`not understood: ${text.split("\n", 1)[0]}`);
  return { word, length, inner };
}

/** The command of a `$(…)` that the text begins with; parentheses in quotes do not count. */
function readSubstitution(text: string): string | undefined {
  if (!text.startsWith("$(")) return undefined;
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(QUOTED_OR_ONE)) {
    if (part === "(") depth += 1;
    else if (part === ")") depth -= 1;
    if (part === ")" && depth === 0) return text.slice(2, index);
  }
  return undefined;
}
