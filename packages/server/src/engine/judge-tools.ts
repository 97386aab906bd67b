import { isJsonObject, type Finding, type JsonObject } from "@countersign/protocol";
import { documentedShare, runsByDefault, scoreRisk, type ServerFacts, type ToolFacts } from "../core/risk.ts";
import { findNameLike, gateName, RESERVED_NAMES } from "../core/tool-names.ts";
import { fingerprintOf, vetDefinition } from "../core/vet.ts";
import type { ToolRow } from "../store/statements/tools.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import type { SyncedTools, ToolUpstream } from "./policy-engine.ts";
import { columnsOfDefinition, findDefinitionFault } from "./upstream-definition.ts";

/** One tool of an upstream's list that can be stored, with all that was found out about it. */
export interface JudgedTool {
  name: string;
  ownName: string;
  definition: string;
  fingerprint: string;
  findings: Finding[];
  risk: number;
  riskReasons: string[];
  /** It may run without a person before an administrator said so. */
  runsByDefault: boolean;
  columns: ReturnType<typeof columnsOfDefinition>;
}

type Named = { ownName: string; name: string; definition: JsonObject };
type Known = Pick<ToolRow, "name" | "alias" | "source" | "upstreamName" | "definition">;

/** Of one upstream; more is no catalogue for a model. */
const MOST_TOOLS = 1000;

const textOf = (definition: JsonObject, key: string): string => {
  const value = definition[key];
  return typeof value === "string" ? value : "";
};

/** Looks at a whole list at once: two of its tools can pass for each other, too. */
export function judgeTools(
  upstream: ToolUpstream,
  tools: readonly JsonObject[],
  known: readonly Known[],
): { judged: JudgedTool[]; refused: SyncedTools["withheld"] } {
  const refused: SyncedTools["withheld"] = [];
  const refuse = (name: string, reason: string): void => void refused.push({ name, reasons: [reason] });
  const named: Named[] = [];
  for (const definition of tools.slice(0, MOST_TOOLS)) {
    const ownName = textOf(definition, "name");
    const name = gateName(upstream.prefix, ownName);
    if (name === undefined) refuse(ownName.slice(0, 200) || "(no name)", "Its name has no letter or digit, or is too long.");
    else named.push({ ownName, name, definition });
  }
  if (tools.length > MOST_TOOLS)
    refuse(upstream.name, `It lists ${tools.length} tools; only the first ${MOST_TOOLS} are looked at.`);

  const isOwn = (row: Known): boolean => row.source === upstream.source;
  const kept = new Set(known.filter(isOwn).map(({ name, upstreamName }) => `${name} ${upstreamName ?? ""}`));
  const others = known.filter((row) => !isOwn(row));
  const seen = new Set(known.filter(isOwn).map(({ definition }) => definition));
  const taken = [...RESERVED_NAMES, ...others.flatMap(namesOf), ...known.filter(isOwn).flatMap(({ alias }) => alias ?? [])];
  const server = serverFacts(upstream, named);
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
      refuse(one.name, like === one.name ? "Another tool has its name." : `Its name reads like another tool's, ${like}.`);
      return [];
    }
    // A schema takes milliseconds to compile; what was stored was compiled then.
    const fault = isKept && seen.has(textOrNothing(one.definition)) ? undefined : findDefinitionFault(one.definition);
    if (fault !== undefined) {
      refuse(one.name, fault);
      return [];
    }
    return [judge(server, one, otherTools)];
  });
  return { judged, refused };
}

/** Nothing is stored under the empty text. */
function textOrNothing(definition: JsonObject): string {
  try {
    return canonicalJson(definition);
  } catch {
    return "";
  }
}

const isKeptName = (kept: ReadonlySet<string>, { name, ownName }: Named): boolean => kept.has(`${name} ${ownName}`);
const namesOf = ({ name, alias }: Known): string[] => (alias === null ? [name] : [name, alias]);

function judge(server: ServerFacts, { name, ownName, definition }: Named, otherTools: readonly string[]): JudgedTool {
  const findings = vetDefinition(definition, otherTools);
  const annotations = definition["annotations"];
  const schema = definition["inputSchema"];
  const facts: ToolFacts = {
    name: ownName,
    description: textOf(definition, "description"),
    inputSchema: isJsonObject(schema) ? schema : undefined,
    annotations: isJsonObject(annotations) ? annotations : undefined,
    findings,
  };
  const { risk, reasons } = scoreRisk(server, facts);
  return {
    name,
    ownName,
    definition: canonicalJson(definition),
    fingerprint: fingerprintOf(definition),
    findings,
    risk,
    riskReasons: reasons,
    runsByDefault: runsByDefault(server, facts),
    columns: columnsOfDefinition(definition),
  };
}

const serverFacts = (upstream: ToolUpstream, named: readonly Named[]): ServerFacts => ({
  transport: upstream.transport,
  network: upstream.network ?? "public",
  authenticated: upstream.authenticated,
  trusted: upstream.trust === "trusted",
  documented: documentedShare(named.map(({ definition }) => textOf(definition, "description"))),
});
