import { RISK_NAMES, type Approval, type Finding, type Json, type JsonObject, type Risk } from "@countersign/protocol";
import { readName, type NameSays } from "./tool-words.ts";

/** The parts of an upstream that the risk of its tools depends on. */
export interface ServerFacts {
  transport: "stdio" | "http" | "sse";
  network: "loopback" | "private" | "public";
  authenticated: boolean;
  /** Whether its annotations are believed. Whether an administrator has reviewed it is vetting, not risk. */
  trusted: boolean;
}

/** A tool as its upstream describes it. */
export interface ToolFacts {
  /** Name at its upstream. */
  name: string;
  description: string;
  inputSchema: JsonObject | undefined;
  annotations: JsonObject | undefined;
  findings: readonly Finding[];
}

/** Input of a rating: what the source declares, or what the upstream lists. */
export interface Rateable {
  /** Name at its source. */
  name: string;
  declared?: number | undefined;
  listed?: { server: ServerFacts; tool: ToolFacts };
}

export interface Rating {
  /** The level that rules use if the tool is not rated. */
  risk: number;
  rated: boolean;
  /** Plain sentences, most important first; the first one names the level. Empty if the level is declared. */
  reasons: string[];
}

interface Case {
  server: ServerFacts;
  tool: ToolFacts;
  says: NameSays;
  hints: Record<"readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", boolean | undefined>;
  /** Runs on another machine. */
  isRemote: boolean;
  isRead: boolean;
  isDestructive: boolean;
}

/** One row of a score: the points it adds if it holds, and the reason shown to people. */
interface Row {
  id: string;
  points: number;
  holds: (one: Case) => boolean;
  reason: (one: Case) => string;
}

/** A minimum level, regardless of points. */
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

/** Points for the server; documented in docs/risk.md, which a test compares with these. */
export const SERVER_ROWS: readonly Row[] = [
  row(
    "private-network",
    1,
    ({ server }) => server.transport !== "stdio" && server.network === "private",
    "The server is in a private network.",
  ),
  row(
    "credential",
    1,
    ({ server, isRemote }) => isRemote && server.authenticated,
    "Countersign sends a credential to the server.",
  ),
];

export const TOOL_ROWS: readonly Row[] = [
  row("writes", 1, ({ isRead }) => !isRead, "The tool is not known to be read-only."),
  row("destructive", 2, ({ isDestructive }) => isDestructive, "The tool may destroy or overwrite data."),
  row(
    "maybe-destructive",
    1,
    ({ isRead, isDestructive, hints, server }) =>
      !isRead && !isDestructive && !(hints.destructiveHint === false && server.trusted),
    "May change or delete existing data.",
  ),
  row("open-world", 1, ({ hints }) => hints.openWorldHint === true, "The tool may act on systems beyond its server."),
  row(
    "idempotent",
    -1,
    ({ hints, server }) => hints.idempotentHint === true && server.trusted,
    "Repeating the call changes nothing more.",
  ),
  row("remote-write", 1, ({ isRead, isRemote }) => !isRead && isRemote, "The tool changes data on another machine."),
  row(
    "administers",
    1,
    ({ says }) => says.administers !== undefined,
    ({ says }) => `The tool may change permissions: the name contains “${says.administers}”.`,
  ),
  row(
    "sends",
    1,
    ({ says }) => says.sends !== undefined,
    ({ says }) => `The tool may send something: the name contains “${says.sends}”.`,
  ),
  row(
    "commits",
    2,
    ({ says }) => says.commits !== undefined,
    ({ says }) => `The effect may be hard to undo: the name contains “${says.commits}”.`,
  ),
  row(
    "runs",
    2,
    ({ says }) => says.runs !== undefined,
    ({ says }) => `The tool may run code: the name contains “${says.runs}”.`,
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
    reason: () => "The tool may destroy data, and each repeated call may destroy more.",
  },
  {
    id: "open-remote-write",
    level: 5,
    holds: ({ server, isRemote, isRead }) => isRemote && !server.authenticated && !isRead,
    reason: () => "The tool changes data on another machine, on a server that requires no credential.",
  },
  {
    id: "mute",
    level: 4,
    // Otherwise an untrusted server could avoid this floor with annotations.
    holds: ({ tool, server }) => tool.description.trim() === "" && !(server.trusted && tool.annotations !== undefined),
    reason: () => "The tool has no description and no trusted annotations.",
  },
  {
    id: "danger-found",
    level: 5,
    holds: ({ tool }) => tool.findings.some(({ severity }) => severity === "danger"),
    reason: () => "The description contains dangerous text.",
  },
];

/** Reason of a rating by name alone. */
const removesForGood = ({ irreversible }: NameSays): string =>
  `The tool may delete something permanently: the name contains “${irreversible}”.`;
export const nameReason = (name: string): string => removesForGood(readName(name));

/** Minimum level that rules use for an unrated tool, so that it requires approval like a harmful one. */
export const UNRATED_RISK = 3;

/** Minimum level that a tool's name allows. */
const nameFloor = (name: string): number => (readName(name).irreversible === undefined ? 0 : IRREVERSIBLE_LEVEL);

/**
 * Inherent risk of a tool of any source (connectors, connections, workers, authors, upstreams), 0 to 5, before any approval.
 * Never below the level of the tool's name.
 */
export function rateTool({ name, declared, listed }: Rateable): Rating {
  if (listed) return scoreRisk(listed.server, listed.tool);
  const floor = nameFloor(name);
  return { risk: Math.max(declared ?? UNRATED_RISK, floor), rated: declared !== undefined || floor > 0, reasons: [] };
}

/**
 * Approval of a connector's tool until an administrator sets one: a connector's wish to run without approval counts only if the
 * tool is rated and its name does not raise the declared risk.
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
      rated
        ? `Rated ${nameOfLevel(risk)}.`
        : `Not rated: the name and definition give no indication. Rules treat the tool as L${risk}.`,
      ...floors.map(({ reason }) => reason(one)),
      ...told.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason(one)),
      ...(verified ? ["The tool is read-only, according to its trusted server."] : []),
    ],
  };
}

/** Whether anything is known of the tool itself. An untrusted server is believed only where it speaks against its own tool. */
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
  // A tool whose name says that it deletes something is never read-only, even if a trusted server says so.
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

/** True for a tool that may run without a person before an administrator has configured it. */
export const runsByDefault = (server: Pick<ServerFacts, "trusted">, tool: ToolFacts): boolean =>
  server.trusted &&
  tool.annotations?.["readOnlyHint"] === true &&
  tool.annotations["destructiveHint"] !== true &&
  readName(tool.name).irreversible === undefined &&
  tool.findings.length === 0;

/**
 * Residual risk for display: required approval lowers it by one, never below 1, unless the description has findings, which may
 * hide something from the person. Caps, defaults and friction use the inherent risk.
 */
export const effectiveRisk = (risk: number, approval: Approval, findings: readonly Finding[]): number =>
  approval === "required" && findings.length === 0 && risk > 1 ? risk - 1 : risk;
