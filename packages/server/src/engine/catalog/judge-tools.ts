import { DEFAULT_LIMITS, isJsonObject, type Finding, type JsonObject } from "@countersign/protocol";
import { rateTool, runsByDefault, type Rating, type ServerFacts, type ToolFacts } from "../../core/risk.ts";
import { findNameLike, gateName, nameForModels, RESERVED_NAMES } from "../../core/tool-names.ts";
import { isRequestSource, requestToolName } from "../../core/upstream-requests.ts";
import { fingerprintOf, vetDefinition } from "../../core/vet.ts";
import { wellFormed } from "../../core/well-formed.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { SyncedTools, ToolUpstream } from "../../ports/catalog.ts";
import { columnsOfDefinition, findDefinitionFault, isUsableOutput } from "./upstream-definition.ts";

/** A tool of an upstream's list that can be stored, with its findings and rating. */
export interface JudgedTool {
  name: string;
  ownName: string;
  definition: string;
  fingerprint: string;
  findings: Finding[];
  rating: Rating;
  /** Whether the tool may run automatically before an administrator has configured it. */
  runsByDefault: boolean;
  columns: ReturnType<typeof columnsOfDefinition>;
}

/** `given` is the definition as sent, `definition` the same without the parts that break the protocol (`leftOut`). */
type Named = { ownName: string; name: string; given: JsonObject; definition: JsonObject; leftOut: readonly string[] };
type Known = Pick<ToolRow, "name" | "alias" | "source" | "upstreamName" | "definition">;

const MAX_SHOWN_NAME = 200;

const textOf = (definition: JsonObject, key: string): string => {
  const value = definition[key];
  return typeof value === "string" ? value : "";
};

/** Judges a whole list at once, since two of its tools may have similar names. `beyond` are the tools above `maxTools`. */
export function judgeTools(
  upstream: ToolUpstream,
  tools: readonly JsonObject[],
  known: readonly Known[],
): { judged: JudgedTool[]; refused: SyncedTools["withheld"]; beyond: readonly JsonObject[] } {
  const { maxTools } = upstream.limits ?? DEFAULT_LIMITS;
  const refused: SyncedTools["withheld"] = [];
  const refuse = (name: string, reason: string): void => void refused.push({ name, reasons: [reason] });
  const named: Named[] = [];
  for (const definition of tools.slice(0, maxTools)) {
    const ownName = textOf(definition, "name");
    const name = gateName(upstream.prefix, isRequestSource(upstream.source) ? requestToolName(ownName) : ownName);
    const formed = wellFormed("tool", definition);
    if (name === undefined) refuse("(no name)", "The entry has no name.");
    else if ("fault" in formed) refuse(ownName.slice(0, MAX_SHOWN_NAME), formed.fault);
    else named.push({ ownName, name, given: definition, definition: formed.item, leftOut: formed.leftOut });
  }
  const beyond = tools.slice(maxTools);
  const why = `The server lists ${tools.length} tools, more than maxTools (${maxTools}). Raise maxTools to include this tool.`;
  for (const definition of beyond) refuse(textOf(definition, "name").slice(0, MAX_SHOWN_NAME) || "(no name)", why);

  const isOwn = (row: Known): boolean => row.source === upstream.source;
  const kept = new Set(known.filter(isOwn).map(({ name, upstreamName }) => `${name} ${upstreamName ?? ""}`));
  const others = known.filter((row) => !isOwn(row));
  const seen = new Set(known.filter(isOwn).map(({ definition }) => definition));
  const taken = [...RESERVED_NAMES, ...others.flatMap(namesOf), ...known.filter(isOwn).flatMap(({ alias }) => alias ?? [])];
  const server = serverFacts(upstream);
  const ownNames = new Set(named.map(({ ownName }) => ownName));
  const otherTools = others.flatMap((row) => [row.name, row.upstreamName ?? row.name]).filter((name) => !ownNames.has(name));

  const judged = named.flatMap((one): JudgedTool[] => {
    const isKept = kept.has(`${one.name} ${one.ownName}`);
    const beside = named.filter((other) => other !== one).map((other) => other.name);
    const like = findNameLike(
      one.name,
      isKept
        ? named.filter((other) => other !== one && isKeptName(kept, other)).map(({ name }) => name)
        : [...taken, ...beside],
    );
    if (like !== undefined) {
      refuse(
        one.name,
        like === one.name ? "Another tool already has this name." : `The name looks like that of another tool, ${like}.`,
      );
      return [];
    }
    // Compiling a schema takes milliseconds; a stored definition was compiled when it was stored.
    if (isKept && seen.has(textOrNothing(one.definition))) return [judge(server, one, otherTools)];
    const fault = findDefinitionFault(one.definition);
    if (fault !== undefined) {
      refuse(one.name, fault);
      return [];
    }
    return [judge(server, withUsableOutput(one), otherTools)];
  });
  return { judged, refused, beyond };
}

/** Returns the canonical JSON; if there is none, an empty text, which matches no stored definition. */
function textOrNothing(definition: JsonObject): string {
  try {
    return canonicalJson(definition);
  } catch {
    return "";
  }
}

const isKeptName = (kept: ReadonlySet<string>, { name, ownName }: Named): boolean => kept.has(`${name} ${ownName}`);
const namesOf = ({ name, alias }: Known): string[] => [name, ...(alias === null ? [] : [alias]), nameForModels(alias ?? name)];

/** Removes an unusable output schema: some clients compile those of a whole list and reject it if one does not compile. */
function withUsableOutput(one: Named): Named {
  const { outputSchema, ...definition } = one.definition;
  if (!isJsonObject(outputSchema) || isUsableOutput(outputSchema)) return one;
  return { ...one, definition, leftOut: [...one.leftOut, "/outputSchema"] };
}

function judge(server: ServerFacts, one: Named, otherTools: readonly string[]): JudgedTool {
  const { name, ownName, given, definition, leftOut } = one;
  const findings = [...vetDefinition(definition, otherTools), ...leftOut.map(toFinding)];
  const { annotations } = definition;
  // Rates the schema as sent: a missing one says less than the one put in its place, which accepts every object.
  const schema = given["inputSchema"];
  const facts: ToolFacts = {
    name: ownName,
    description: textOf(definition, "description"),
    inputSchema: isJsonObject(schema) ? schema : undefined,
    annotations: isJsonObject(annotations) ? annotations : undefined,
    findings,
  };
  return {
    name,
    ownName,
    definition: canonicalJson(definition),
    fingerprint: fingerprintOf(definition),
    findings,
    rating: rateTool({ name: ownName, listed: { server, tool: facts } }),
    runsByDefault: runsByDefault(server, facts),
    columns: columnsOfDefinition(definition),
  };
}

const toFinding = (path: string): Finding => ({
  severity: "warning",
  path,
  message: "This part violates the protocol and was removed, because clients would reject the whole list.",
});

const serverFacts = (upstream: ToolUpstream): ServerFacts => ({
  transport: upstream.transport,
  network: upstream.network ?? "public",
  authenticated: upstream.authenticated,
  trusted: upstream.trust === "trusted",
});
