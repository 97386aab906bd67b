import { isDeepStrictEqual } from "node:util";
import { isAlias, isMap, parseDocument, YAMLMap, type Document } from "yaml";
import { ConfigFault } from "../config.ts";
import { parseConfigFile } from "../config-file.ts";
import { ImportFault } from "./import-fault.ts";

const HEAD = "# MCP servers that Countersign gates. A running server applies changes within seconds.\n";
/** All servers are commented out, which a running server takes for a mistake. */
const EMPTY = /upstreams: .*received null/;
const UNSET = /environment variable \S+ is not set/;

/** Entries under `upstreams`. Throws an `ImportFault` if the file is not one that the server takes. */
export function readUpstreamEntries(text: string, path: string): Record<string, unknown> {
  const faults = faultsOf(text, path);
  if (faults.length > 0) throw new ImportFault(`${path} has errors; fix them first. ${faults.join("; ")}`);
  const document = parseDocument(text);
  if (isAlias(document.get("upstreams", true)))
    throw new ImportFault(`upstreams in ${path} is an alias of another part of the file; write the servers there.`);
  const read = document.toJS({ maxAliasCount: 100 }) as { upstreams?: Record<string, unknown> | null } | null;
  return read?.upstreams ?? {};
}

/** Why the server would refuse the file, unless it is for variables, which only the server's own environment has. */
function faultsOf(text: string, path: string): string[] {
  try {
    parseConfigFile(text, path, {});
    return [];
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    const [, ...lines] = error.message.split("\n").map((line) => line.trim());
    const isAboutVariables = lines.some((line) => UNSET.test(line));
    return lines.filter(
      (line) => !UNSET.test(line) && !EMPTY.test(line) && !(isAboutVariables && /\.(url|issuer): /.test(line)),
    );
  }
}

/** Adds entries to the file's text. Throws an `ImportFault` if the result would not be what it was and these entries. */
export function addToConfig(text: string, path: string, entries: ReadonlyMap<string, object>): string {
  const next = addUpstreamEntries(text, entries);
  const wanted = { ...readUpstreamEntries(text, path), ...Object.fromEntries(entries) };
  mustHold(isDeepStrictEqual(readUpstreamEntries(next, path), wanted), path);
  return next;
}

/** Takes an entry out of the file's text. Throws an `ImportFault` if it is not there, or if anything else would change. */
export function removeFromConfig(text: string, path: string, name: string): string {
  const { [name]: removed, ...others } = readUpstreamEntries(text, path);
  if (removed === undefined) throw new ImportFault(`${path} has no server ${name}.`);
  const document = parseDocument(text);
  document.deleteIn(["upstreams", name]);
  const next = written(document, text);
  mustHold(isDeepStrictEqual(readUpstreamEntries(next, path), others), path);
  return next;
}

export function mustHold(isSo: boolean, path: string): void {
  if (!isSo) throw new ImportFault(`${path} cannot be changed without other changes in the file; add the servers by hand.`);
}

/** Adds entries. Everything else says what it said, with its comments; spaces and blank lines may change. */
export function addUpstreamEntries(text: string, entries: ReadonlyMap<string, object>): string {
  if (entries.size === 0) return text;
  const document = parseDocument(text);
  if (document.contents === null) document.contents = document.createNode({}) as never;
  if (!isMap(document.get("upstreams"))) document.set("upstreams", new YAMLMap());
  const upstreams = document.get("upstreams") as YAMLMap;
  upstreams.flow = false;
  for (const [name, entry] of entries) upstreams.set(document.createNode(name), document.createNode(entry));
  return `${text.trim() === "" ? HEAD : ""}${written(document, text)}`;
}

/** The document in the text's own indentation and line ends. */
function written(document: Document, text: string): string {
  const indent = /\n( +)\S/.exec(text)?.[1]?.length ?? 2;
  const next = document.toString({ lineWidth: 0, indent });
  return text.includes("\r\n") ? next.replaceAll("\n", "\r\n") : next;
}
