import { UNKNOWN_COMMAND_LINE } from "../agents/client-config.ts";

/** Where clients keep their MCP servers. */
export const CLIENT_FILES = [
  { id: "project", name: "Claude Code", file: ".mcp.json", where: "In the project's folder." },
  {
    id: "desktop",
    name: "Claude Desktop",
    file: "claude_desktop_config.json",
    where: "In ~/Library/Application Support/Claude on a Mac, in %APPDATA%\\Claude on Windows.",
  },
  { id: "vs-code", name: "VS Code", file: ".vscode/mcp.json", where: "In the project's folder." },
  { id: "cursor", name: "Cursor", file: ".cursor/mcp.json", where: "In the project's folder, or in your own." },
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
