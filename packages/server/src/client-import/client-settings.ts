import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { ImportFault } from "./import-fault.ts";

/** The MCP servers in the settings of an MCP client. */
export interface ClientSettings {
  /** Where they are: `["mcpServers"]`, `["servers"]` (VS Code), or `["mcp", "servers"]` (VS Code's user settings). */
  place: readonly string[];
  servers: readonly [name: string, entry: unknown][];
  /** Other places of the file that name servers, with their number; they are not read. */
  elsewhere: readonly string[];
}

const PLACES = [["mcpServers"], ["servers"], ["mcp", "servers"]] as const;

/**
 * Reads JSON with comments and trailing commas, as clients write it. Throws an `ImportFault` that names the line of a fault, and
 * for a name that stands twice, because clients differ in which of the two they use.
 */
export function readClientSettings(text: string, path: string): ClientSettings {
  const errors: ParseError[] = [];
  const root = parseTree(withoutMark(text), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = withoutMark(text).slice(0, error.offset).split("\n").length;
    throw new ImportFault(`${path} is not JSON: ${printParseErrorCode(error.error)} in line ${line}.`);
  }
  if (!root) throw new ImportFault(`${path} is empty.`);
  const found = [...PLACES, ...projectPlaces(root)].map((place) => ({ place, servers: serversAt(root, place) }));
  const full = found.filter(({ servers }) => (servers?.length ?? 0) > 0);
  const isProject = (place: readonly string[]): boolean => place[0] === "projects";
  const chosen =
    full.find(({ place }) => !isProject(place)) ?? found.find(({ place, servers }) => servers && !isProject(place));
  const elsewhere = full.filter((one) => one !== chosen).map(({ place, servers }) => `${place.join(".")} (${servers?.length})`);
  if (chosen?.servers) {
    refuseDoubles(root, path, (name) => ["mcpServers", "servers", "mcp"].includes(name));
    refuseDoubles(nodeAt(root, chosen.place.slice(0, -1)), path, (name) => name === chosen.place.at(-1));
    refuseDoublesWithin(nodeAt(root, chosen.place), path);
    return { place: chosen.place, servers: chosen.servers, elsewhere };
  }
  throw new ImportFault(
    elsewhere.length === 0
      ? `${path} contains no MCP servers.`
      : `${path} contains MCP servers only under ${elsewhere.join(", ")}.`,
    "Servers are read from mcpServers (Claude, Cursor and most others) or servers (VS Code).",
  );
}

/** Where Claude Code keeps the servers of single projects, in its own file. */
const projectPlaces = (root: Node): string[][] =>
  (childOf(root, "projects")?.children ?? []).flatMap(({ children: [key] = [] }) =>
    key ? [["projects", String(key.value), "mcpServers"]] : [],
  );

function serversAt(root: Node, place: readonly string[]): [string, unknown][] | undefined {
  const node = nodeAt(root, place);
  if (node?.type !== "object") return undefined;
  return (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), valueOf(value)]);
}

/** Takes servers out, adds others, and leaves everything else as it is written. */
export function replaceServers(
  text: string,
  place: readonly string[],
  { without, add }: { without: readonly string[]; add: readonly [name: string, entry: object][] },
): string {
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const left = without.reduce((now, key) => removeProperty(now, [...place, key]), withoutMark(text));
  return mark + add.reduce((now, [name, entry]) => addProperty(now, place, [name, entry]), left);
}

/** Removes a property with its comma, and the line if nothing is left in it. Comments stay. */
function removeProperty(text: string, path: readonly string[]): string {
  const property = nodeAt(parseTree(text), path)?.parent;
  if (!property) return text;
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const comma = commaAfter(text, endOf(property));
  const lastComma = comma === undefined && before ? commaAfter(text, endOf(before)) : undefined;
  const { offset } = property;
  const withoutComma = comma === undefined ? text : cut(text, comma, comma + 1);
  const without = withoutEmptyLine(cut(withoutComma, offset, endOf(property)), offset);
  return lastComma === undefined ? without : cut(without, lastComma, lastComma + 1);
}

const cut = (text: string, from: number, to: number): string => text.slice(0, from) + text.slice(to);

function withoutEmptyLine(text: string, offset: number): string {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const to = text.indexOf("\n", offset);
  return to >= 0 && text.slice(from, to).trim() === "" ? cut(text, from, to + 1) : text;
}

/** Adds a property as the first one, so that no comment behind the last one moves. */
function addProperty(text: string, place: readonly string[], [name, entry]: readonly [string, object]): string {
  const object = nodeAt(parseTree(text), place);
  if (!object) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = indentationOf(text);
  const outer = /^[\t ]*/.exec(text.slice(text.lastIndexOf("\n", object.offset) + 1))?.[0] ?? "";
  const lines = `${JSON.stringify(name)}: ${JSON.stringify(entry, null, unit)}`.split("\n");
  const added = lines.map((line) => `${eol}${outer}${unit}${line}`).join("");
  const rest = text.slice(object.offset + 1);
  const isEmpty = (object.children ?? []).length === 0;
  const after = isEmpty ? (/^\s*\}/.test(rest) ? `${eol}${outer}${rest.trimStart()}` : rest) : `,${rest}`;
  return `${text.slice(0, object.offset + 1)}${added}${after}`;
}

/** Offset of the comma that follows, after comments and white space. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const found = scanner.getTokenOffset();
  return text[found] === "," ? found : undefined;
}

const namesIn = (node: Node | undefined): string[] =>
  (node?.type === "object" ? (node.children ?? []) : []).map(({ children: [key] = [] }) => String(key?.value));

function refuseDoubles(node: Node | undefined, path: string, concerns: (name: string) => boolean): void {
  const names = namesIn(node);
  const double = names.find((name, n) => names.indexOf(name) !== n && concerns(name));
  if (double !== undefined)
    throw new ImportFault(`${path} has ${JSON.stringify(double)} twice in the same object. Remove one of them.`);
}

function refuseDoublesWithin(node: Node | undefined, path: string): void {
  refuseDoubles(node, path, () => true);
  for (const child of node?.children ?? []) refuseDoublesWithin(child, path);
}

/** White space before the first setting. */
function indentationOf(text: string): string {
  const first = parseTree(text)?.children?.[0];
  const before = first ? text.slice(text.lastIndexOf("\n", first.offset) + 1, first.offset) : "";
  return /^[\t ]+$/.test(before) && text.lastIndexOf("\n", first?.offset) >= 0 ? before : "  ";
}

/** The servers of one place. */
export const readServers = (text: string, place: readonly string[]): [string, unknown][] => {
  const root = parseTree(withoutMark(text), [], { allowTrailingComma: true });
  return (root && serversAt(root, place)) ?? [];
};

/** Everything in the settings but their servers, for comparison. */
export function readOthers(text: string, place: readonly string[]): unknown {
  const root = parseTree(withoutMark(text));
  return valueOf(root, nodeAt(root, place));
}

const endOf = ({ offset, length }: Node): number => offset + length;
const nodeAt = (root: Node | undefined, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, key) => node && childOf(node, key), root);

function childOf(node: Node, key: string): Node | undefined {
  if (node.type !== "object") return undefined;
  return node.children?.find(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
}

/** A value without a prototype that a name in the file could reach. `without` is null in it. */
function valueOf(node: Node | undefined, without?: Node): unknown {
  if (node !== undefined && node === without) return null;
  if (node?.type === "array") return (node.children ?? []).map((child) => valueOf(child, without));
  if (node?.type !== "object") return node?.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), valueOf(value, without)]),
  );
}

/** Editors on Windows may begin a file with a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");
