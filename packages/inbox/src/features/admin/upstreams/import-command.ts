import { UNKNOWN_COMMAND_LINE } from "../agents/client-config.ts";

/** Where clients keep their MCP servers. */
export const CLIENT_FILES = [
  { id: "project", file: ".mcp.json" },
  { id: "desktop", file: "claude_desktop_config.json" },
  { id: "vs-code", file: ".vscode/mcp.json" },
  { id: "cursor", file: ".cursor/mcp.json" },
] as const;

/** Shown if the browser is not on the server's machine; the person fills in the folders. */
const UNKNOWN: readonly string[] = [...UNKNOWN_COMMAND_LINE, "import", "--data", "/path/to/data"];

/**
 * The command to type. Words that a shell would split or expand are quoted: for PowerShell if the program's path is a Windows
 * one, otherwise for POSIX shells.
 */
export function importCommandOf(words: readonly string[] | null | undefined, file: string): string {
  const typed = [...(words ?? UNKNOWN), file, "--write"];
  const isWindows = /^[A-Za-z]:\\/.test(typed[0] ?? "");
  const quote = (word: string): string => `'${word.replaceAll("'", isWindows ? "''" : String.raw`'\''`)}'`;
  const [program = "", ...rest] = typed.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : quote(word)));
  return [isWindows && program.startsWith("'") ? `& ${program}` : program, ...rest].join(" ");
}
