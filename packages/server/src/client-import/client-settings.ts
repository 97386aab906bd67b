import { applyEdits, modify, parse, printParseErrorCode, type FormattingOptions, type ParseError } from "jsonc-parser";
import { ImportFault } from "./import-fault.ts";

/** The MCP servers in the settings of an MCP client. */
export interface ClientSettings {
  /** Where they are: `["mcpServers"]`, `["servers"]` (VS Code), or `["mcp", "servers"]` (VS Code's user settings). */
  place: readonly string[];
  servers: readonly [name: string, entry: unknown][];
}

const PLACES = [["mcpServers"], ["servers"], ["mcp", "servers"]] as const;

/** Reads JSON with comments and trailing commas, as clients write it. Throws an `ImportFault` that names the line of a fault. */
export function readClientSettings(text: string, path: string): ClientSettings {
  const errors: ParseError[] = [];
  const content = parse(withoutMark(text), errors, { allowTrailingComma: true }) as unknown;
  const [error] = errors;
  if (error) {
    const line = withoutMark(text).slice(0, error.offset).split("\n").length;
    throw new ImportFault(`${path} is not JSON: ${printParseErrorCode(error.error)} in line ${line}.`);
  }
  for (const place of PLACES) {
    const found = place.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), content);
    if (isObject(found)) return { place, servers: Object.entries(found) };
  }
  throw new ImportFault(
    `${path} names no MCP servers.`,
    "They are expected under mcpServers (Claude, Cursor and most others) or servers (VS Code).",
  );
}

/** Takes servers out, adds others, and leaves everything else as it is written, with its comments. */
export function replaceServers(
  text: string,
  place: readonly string[],
  { without, add }: { without: readonly string[]; add: readonly [name: string, entry: object][] },
): string {
  const formattingOptions = formattingOf(text);
  const set = (now: string, key: string, value: object | undefined): string =>
    applyEdits(now, modify(now, [...place, key], value, { formattingOptions }));
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const left = without.reduce((now, key) => set(now, key, undefined), withoutMark(text));
  return mark + add.reduce((now, [name, entry]) => set(now, name, entry), left);
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([\t ]+)\S/.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return indent.startsWith("\t") ? { insertSpaces: false, eol } : { insertSpaces: true, tabSize: indent.length, eol };
}

/** Editors on Windows may begin a file with a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
