import { isMap, parseDocument, YAMLMap } from "yaml";
import { ConfigFault } from "../config.ts";
import { parseConfigFile } from "../config-file.ts";
import { ImportFault } from "./import-fault.ts";

const HEAD = "# MCP servers behind the gate. A running server takes up a change within seconds.\n";

/** Entries under `upstreams`. Throws an `ImportFault` if the file is not YAML or not of that form. */
export function readUpstreamEntries(text: string, path: string): Record<string, unknown> {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new ImportFault(`${path} is not YAML: ${error.message}.`);
  if (document.contents !== null && !isMap(document.contents)) throw new ImportFault(`${path} has no settings by name.`);
  const { upstreams = {} } = ((document.toJS({ maxAliasCount: 100 }) as unknown) ?? {}) as { upstreams?: unknown };
  if (upstreams === null) return {};
  if (typeof upstreams !== "object" || Array.isArray(upstreams))
    throw new ImportFault(`upstreams in ${path} is not a list of names.`);
  return upstreams as Record<string, unknown>;
}

/** Adds entries and leaves everything else as it is written. Throws an `ImportFault` if the server would not take them. */
export function addUpstreamEntries(text: string, entries: ReadonlyMap<string, object>): string {
  checkEntries(entries);
  const document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = document.createNode({ upstreams: {} }) as never;
  if (!isMap(document.get("upstreams"))) document.set("upstreams", new YAMLMap());
  const upstreams = document.get("upstreams") as YAMLMap;
  upstreams.flow = false;
  for (const [name, entry] of entries) upstreams.set(document.createNode(name), document.createNode(entry));
  return `${text.trim() === "" ? HEAD : ""}${document.toString({ lineWidth: 0 })}`;
}

function checkEntries(entries: ReadonlyMap<string, object>): void {
  try {
    parseConfigFile(JSON.stringify({ upstreams: Object.fromEntries(entries) }), "the client's file", {});
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    const faults = error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim().replace(/^the client's file:1: upstreams\./, ""));
    throw new ImportFault(`${faults.join("; ")}.`);
  }
}
