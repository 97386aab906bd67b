import { isJsonObject, type Approval, type Finding, type Json, type JsonObject } from "@countersign/protocol";
import { readName, type NameSays } from "./tool-words.ts";

/** An upstream, as far as the risk of its tools depends on it. */
export interface ServerFacts {
  transport: "stdio" | "http" | "sse";
  network: "loopback" | "private" | "public";
  authenticated: boolean;
  trusted: boolean;
  /** Share of its tools that say what they do, 0 to 1. */
  documented: number;
}

/** A tool as its upstream describes it. */
export interface ToolFacts {
  /** At its upstream. */
  name: string;
  description: string;
  inputSchema: JsonObject | undefined;
  annotations: JsonObject | undefined;
  findings: readonly Finding[];
}

export interface ScoredRisk {
  risk: number;
  /** Plain sentences, weightiest first; the first one names the level. */
  reasons: string[];
}

interface Case {
  server: ServerFacts;
  tool: ToolFacts;
  says: NameSays;
  hints: Record<"readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", boolean | undefined>;
  /** Beyond this machine. */
  isRemote: boolean;
  isRead: boolean;
  isDestructive: boolean;
}

/** One line of a score: what it adds where it holds, and what a person reads then. */
interface Row {
  id: string;
  points: number;
  holds: (one: Case) => boolean;
  reason: (one: Case) => string;
}

/** A line that sets a lowest level, whatever the points are. */
interface Floor {
  id: string;
  level: number;
  holds: (one: Case) => boolean;
  reason: (one: Case) => string;
}

const row = (id: string, points: number, holds: Row["holds"], reason: string | Row["reason"]): Row => ({
  id,
  points,
  holds,
  reason: typeof reason === "string" ? () => reason : reason,
});

/** What the server adds; documented in docs/risk.md, where a test compares the points. */
export const SERVER_ROWS: readonly Row[] = [
  row(
    "private-network",
    1,
    ({ server }) => server.transport !== "stdio" && server.network === "private",
    "Its server is in a private network.",
  ),
  row(
    "credential",
    1,
    ({ server, isRemote }) => isRemote && server.authenticated,
    "Its server acts with a credential of ours.",
  ),
  row("untrusted", 2, ({ server }) => !server.trusted, "Nobody has said that its server is trusted."),
  row(
    "half-documented",
    1,
    ({ server }) => !server.trusted && server.documented < 1,
    "Its server does not describe all of its tools.",
  ),
  row(
    "undocumented",
    1,
    ({ server }) => !server.trusted && server.documented < 0.5,
    "Its server describes less than half of its tools.",
  ),
];

export const TOOL_ROWS: readonly Row[] = [
  row("writes", 1, ({ isRead }) => !isRead, "It is not known to only read."),
  row("destructive", 2, ({ isDestructive }) => isDestructive, "It may destroy or overwrite something."),
  row(
    "maybe-destructive",
    1,
    ({ isRead, isDestructive, hints, server }) =>
      !isRead && !isDestructive && !(hints.destructiveHint === false && server.trusted),
    "It is not known to leave what is there alone.",
  ),
  row("open-world", 1, ({ hints }) => hints.openWorldHint === true, "It reaches beyond its server."),
  row(
    "idempotent",
    -1,
    ({ hints, server }) => hints.idempotentHint === true && server.trusted,
    "A repeat of it changes nothing more.",
  ),
  row("remote-write", 1, ({ isRead, isRemote }) => !isRead && isRemote, "It changes something on another machine."),
  row(
    "administers",
    1,
    ({ says }) => says.administers !== undefined,
    ({ says }) => `It is about rights: its name says “${says.administers}”.`,
  ),
  row(
    "sends",
    1,
    ({ says }) => says.sends !== undefined,
    ({ says }) => `It sends something out: its name says “${says.sends}”.`,
  ),
  row(
    "commits",
    2,
    ({ says }) => says.commits !== undefined,
    ({ says }) => `It is hard to take back: its name says “${says.commits}”.`,
  ),
  row(
    "runs",
    2,
    ({ says }) => says.runs !== undefined,
    ({ says }) => `It runs what it is given: its name says “${says.runs}”.`,
  ),
];

/** At most 3 together, and none for a trusted server. */
export const DOCUMENTATION_ROWS: readonly Row[] = [
  row("no-description", 2, ({ tool }) => tool.description.trim() === "", "It has no description."),
  row(
    "short-description",
    1,
    ({ tool }) => tool.description.trim() !== "" && tool.description.trim().length < 30,
    "Its description is very short.",
  ),
  row("no-schema", 2, ({ tool }) => tool.inputSchema === undefined, "It does not say what input it takes."),
  row(
    "undescribed-input",
    1,
    ({ tool }) => describedShare(tool.inputSchema) < 0.5,
    "It describes less than half of its input.",
  ),
];
const MOST_DOCUMENTATION = 3;

const IRREVERSIBLE_LEVEL = 5;

export const FLOORS: readonly Floor[] = [
  {
    id: "irreversible-name",
    level: IRREVERSIBLE_LEVEL,
    holds: ({ says }) => says.irreversible !== undefined,
    reason: ({ says }) => `It takes something away for good: its name says “${says.irreversible}”.`,
  },
  {
    id: "destructive-once",
    level: 5,
    holds: ({ isDestructive, hints, server }) => isDestructive && !(hints.idempotentHint === true && server.trusted),
    reason: () => "It may destroy something, and each repeat may destroy more.",
  },
  {
    id: "open-remote-write",
    level: 5,
    holds: ({ server, isRemote, isRead }) => isRemote && !server.authenticated && !isRead,
    reason: () => "Its server is on another machine, takes anybody's calls, and it changes something there.",
  },
  {
    id: "open-remote-unknown",
    level: 5,
    holds: ({ server, isRemote }) => isRemote && !server.authenticated && !server.trusted && server.network === "public",
    reason: () => "Its server is on another machine, takes anybody's calls, and nobody has said that it is trusted.",
  },
  {
    id: "mute",
    level: 4,
    // Annotations of a server nobody trusts would else be a way out.
    holds: ({ tool, server }) => tool.description.trim() === "" && !(server.trusted && tool.annotations !== undefined),
    reason: () => "It says neither what it does nor, believably, what it may do.",
  },
  {
    id: "danger-found",
    level: 5,
    holds: ({ tool }) => tool.findings.some(({ severity }) => severity === "danger"),
    reason: () => "Something dangerous was found in its description.",
  },
];

/** What rules take a tool for that nobody rated. */
export const UNRATED_RISK = 3;

/** The lowest level that a tool's name allows, whoever brings the tool. */
export const nameFloor = (name: string): number => (readName(name).irreversible === undefined ? 0 : IRREVERSIBLE_LEVEL);

/** The risk of a worker's tool: what the worker says, and never less than its name says. */
export const rateTool = ({ name, risk }: { name: string; risk?: number | undefined }): number =>
  Math.max(risk ?? UNRATED_RISK, nameFloor(name));

const levelOf = (points: number): number => Math.min(5, Math.max(1, points + 1));

const LEVELS = ["verified read", "safe", "low", "moderate", "high", "critical"] as const;
export const nameOfRisk = (risk: number): string => `L${risk}, ${LEVELS[risk] ?? "unknown"}`;

/** How dangerous a call of an upstream's tool is before anybody is asked, 0 to 5. */
export function scoreRisk(server: ServerFacts, tool: ToolFacts): ScoredRisk {
  const one = toCase(server, tool);
  const serverRows = SERVER_ROWS.filter(({ holds }) => holds(one));
  const toolRows = TOOL_ROWS.filter(({ holds }) => holds(one));
  const documentation = server.trusted ? [] : DOCUMENTATION_ROWS.filter(({ holds }) => holds(one));
  const points = sum(serverRows) + Math.max(0, sum(toolRows)) + Math.min(MOST_DOCUMENTATION, sum(documentation));
  const floors = FLOORS.filter(({ holds }) => holds(one)).toSorted((a, b) => b.level - a.level);

  const verified = one.server.trusted && one.hints.readOnlyHint === true && points === 0 && tool.findings.length === 0;
  const risk = Math.max(verified ? 0 : levelOf(points), ...floors.map(({ level }) => level));
  const told = [...toolRows, ...serverRows, ...documentation].filter((line) => line.points > 0);
  return {
    risk,
    reasons: [
      `Rated ${nameOfRisk(risk)}.`,
      ...floors.map(({ reason }) => reason(one)),
      ...told.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason(one)),
      ...(verified ? ["It only reads, as its trusted server says."] : []),
    ],
  };
}

const sum = (rows: readonly Row[]): number => rows.reduce((points, line) => points + line.points, 0);

function toCase(server: ServerFacts, tool: ToolFacts): Case {
  const says = readName(tool.name);
  const hints = {
    readOnlyHint: booleanOf(tool.annotations?.["readOnlyHint"]),
    destructiveHint: booleanOf(tool.annotations?.["destructiveHint"]),
    idempotentHint: booleanOf(tool.annotations?.["idempotentHint"]),
    openWorldHint: booleanOf(tool.annotations?.["openWorldHint"]),
  };
  // A name that removes is stronger than a hint that it only reads, whoever gave it.
  const readsBySaying = hints.readOnlyHint === true && server.trusted;
  const isRead = says.irreversible === undefined && (readsBySaying || (says.reads && hints.readOnlyHint !== false));
  return {
    server,
    tool,
    says,
    hints,
    isRemote: server.transport !== "stdio" && server.network !== "loopback",
    isRead,
    isDestructive: hints.destructiveHint === true && !readsBySaying,
  };
}

const booleanOf = (value: Json | undefined): boolean | undefined => (typeof value === "boolean" ? value : undefined);

function describedShare(schema: JsonObject | undefined): number {
  const properties = schema?.["properties"];
  if (!isJsonObject(properties)) return 1;
  const all = Object.values(properties);
  const described = all.filter(
    (one) => isJsonObject(one) && typeof one["description"] === "string" && one["description"] !== "",
  );
  return all.length === 0 ? 1 : described.length / all.length;
}

/** The share of tools that say what they do, 0 to 1. */
export const documentedShare = (descriptions: readonly string[]): number =>
  descriptions.length === 0 ? 1 : descriptions.filter((text) => text.trim().length >= 30).length / descriptions.length;

/** True for a tool that may run without a person before an administrator said so. */
export const runsByDefault = (server: Pick<ServerFacts, "trusted">, tool: ToolFacts): boolean =>
  server.trusted &&
  tool.annotations?.["readOnlyHint"] === true &&
  tool.annotations["destructiveHint"] !== true &&
  readName(tool.name).irreversible === undefined &&
  tool.findings.length === 0;

/**
 * The risk that is left for whoever is shown it: a person's look at every call lowers it by one, never below 1. What a tool's
 * description tries to hide from that person forfeits it. Caps, defaults and friction go by the inherent risk.
 */
export const effectiveRisk = (risk: number, approval: Approval, findings: readonly Finding[]): number =>
  approval === "required" && findings.length === 0 && risk > 1 ? risk - 1 : risk;
