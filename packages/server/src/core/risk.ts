import { RISK_NAMES, type Approval, type Finding, type Json, type JsonObject, type Risk } from "@countersign/protocol";
import { readName, type NameSays } from "./tool-words.ts";

/** An upstream, as far as the risk of its tools depends on it. */
export interface ServerFacts {
  transport: "stdio" | "http" | "sse";
  network: "loopback" | "private" | "public";
  authenticated: boolean;
  /** Its annotations are believed. Whether anybody has looked at it is no part of its risk: that is vetting. */
  trusted: boolean;
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

/** What a tool is rated by: what its source declares, or what its upstream lists. */
export interface Rateable {
  /** As its source calls it. */
  name: string;
  declared?: number | undefined;
  listed?: { server: ServerFacts; tool: ToolFacts };
}

export interface Rating {
  /** Where nobody rated it, what rules take it for. */
  risk: number;
  rated: boolean;
  /** Plain sentences, weightiest first; the first one names the level. Empty where the level is a declared one. */
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

const IRREVERSIBLE_LEVEL = 5;

export const FLOORS: readonly Floor[] = [
  {
    id: "irreversible-name",
    level: IRREVERSIBLE_LEVEL,
    holds: ({ says }) => says.irreversible !== undefined,
    reason: ({ says }) => removesForGood(says),
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

/** Why a tool's name alone rates it. */
const removesForGood = ({ irreversible }: NameSays): string =>
  `It takes something away for good: its name says “${irreversible}”.`;
export const nameReason = (name: string): string => removesForGood(readName(name));

/** What rules take a tool for that nobody rated, at least: it is asked about as one that does harm. */
export const UNRATED_RISK = 3;

/** The lowest level that a tool's name allows. */
const nameFloor = (name: string): number => (readName(name).irreversible === undefined ? 0 : IRREVERSIBLE_LEVEL);

/**
 * How dangerous a call is before anybody is asked, 0 to 5, of a tool of any source: connectors, connections, workers, authors,
 * upstreams. Never below what the tool's name says.
 */
export function rateTool({ name, declared, listed }: Rateable): Rating {
  if (listed) return scoreRisk(listed.server, listed.tool);
  const floor = nameFloor(name);
  return { risk: Math.max(declared ?? UNRATED_RISK, floor), rated: declared !== undefined || floor > 0, reasons: [] };
}

/**
 * What a connector of ours wants to ask nobody about asks all the same where nobody rated it, or where its name says more than it
 * declares. An administrator may say otherwise.
 */
export const approvalByDefault = ({ risk, rated }: Rating, declared: number | undefined, wanted: Approval): Approval =>
  rated && risk === declared ? wanted : "required";

const levelOf = (points: number): number => Math.min(5, Math.max(1, points + 1));

const nameOfLevel = (risk: number): string => `L${risk}, ${RISK_NAMES[risk as Risk].toLowerCase()}`;

function scoreRisk(server: ServerFacts, tool: ToolFacts): Rating {
  const one = toCase(server, tool);
  const serverRows = SERVER_ROWS.filter(({ holds }) => holds(one));
  const toolRows = TOOL_ROWS.filter(({ holds }) => holds(one));
  const points = sum(serverRows) + Math.max(0, sum(toolRows));
  const floors = FLOORS.filter(({ holds }) => holds(one)).toSorted((a, b) => b.level - a.level);

  const rated = isKnown(one);
  const verified = server.trusted && one.hints.readOnlyHint === true && points === 0 && tool.findings.length === 0;
  const scored = verified ? 0 : levelOf(points);
  const risk = Math.max(rated ? scored : Math.max(scored, UNRATED_RISK), ...floors.map(({ level }) => level));
  const told = [...toolRows, ...serverRows].filter((line) => line.points > 0);
  return {
    risk,
    rated,
    reasons: [
      rated ? `Rated ${nameOfLevel(risk)}.` : `Not rated: its name and definition say nothing. Rules take it for L${risk}.`,
      ...floors.map(({ reason }) => reason(one)),
      ...told.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason(one)),
      ...(verified ? ["It only reads, as its trusted server says."] : []),
    ],
  };
}

/** Whether anything is known of the tool itself. A server that nobody trusts is believed what speaks against its tool. */
function isKnown({ server, tool, says, hints }: Case): boolean {
  const { irreversible, commits, sends, runs, administers } = says;
  return (
    [irreversible, commits, sends, runs, administers].some((word) => word !== undefined) ||
    (says.reads && tool.description.trim() !== "") ||
    hints.readOnlyHint === false ||
    hints.destructiveHint === true ||
    hints.openWorldHint === true ||
    (server.trusted && Object.values(hints).some((hint) => hint !== undefined)) ||
    tool.findings.some(({ severity }) => severity === "danger")
  );
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
