import { type Connection, type Key, type Tool, displayText } from "@countersign/protocol";
import type { AdminSearch } from "../../../page-search.ts";
import { needsAttention } from "./tool-words.ts";

const asksNobody = ({ approval, routingRules }: Tool): boolean => approval === "never" && routingRules.length === 0;

export const TOOL_STATES = {
  attention: { label: "Needs review", has: needsAttention },
  unvetted: { label: "Not vetted", has: ({ vetting }) => vetting.state === "unvetted" },
  asks: { label: "Asks a person", has: (tool) => !asksNobody(tool) },
  open: { label: "Runs automatically", has: (tool) => asksNobody(tool) },
  disabled: { label: "Disabled", has: ({ enabled }) => !enabled },
  gone: { label: "Removed by server", has: ({ vetting }) => vetting.state === "gone" },
} as const satisfies Record<string, { label: string; has: (tool: Tool) => boolean }>;

const isState = (state: string | undefined): state is keyof typeof TOOL_STATES =>
  state !== undefined && Object.hasOwn(TOOL_STATES, state);

const CONNECTIONS = "connections";
const STUDIO = "studio";
const WORKERS = "workers";
const ORIGINS = [
  { value: "server", label: "This server" },
  { value: CONNECTIONS, label: "Connections" },
  { value: STUDIO, label: "Tool Studio" },
  { value: WORKERS, label: "Workers" },
] as const;

/** Origin of a tool that comes from no upstream. */
function originOf({ source }: Tool): (typeof ORIGINS)[number]["value"] {
  if (source === "server") return "server";
  if (source.startsWith("studio:")) return STUDIO;
  return source.startsWith("connection:") ? CONNECTIONS : WORKERS;
}

/** Sources of the tools as options of the filter; each value is the one used in the URL. */
export function sourcesOf(tools: readonly Tool[]): { value: string; label: string }[] {
  const upstreams = [...new Set(tools.flatMap(({ upstream }) => upstream ?? []))].sort();
  const own = new Set(tools.filter(({ upstream }) => upstream === null).map(originOf));
  return [
    ...upstreams.map((name) => ({ value: name, label: displayText(name, { newlines: "mark" }) })),
    ...ORIGINS.filter(({ value }) => own.has(value)),
  ];
}

/** Display name of a tool's source. */
export function sourceName(tool: Tool, apiKeys: readonly Key[], connections: readonly Connection[]): string {
  if (tool.upstream !== null) return tool.upstream;
  const origin = originOf(tool);
  if (origin === "server") return "This server";
  if (origin === STUDIO) return "Tool Studio";
  if (origin === CONNECTIONS) return connections.find(({ id }) => tool.source.endsWith(`/${id}`))?.name ?? "A connection";
  return `Worker ${apiKeys.find(({ id }) => id === tool.source)?.name ?? tool.source}`;
}

export function filterTools(tools: readonly Tool[], { q = "", from, group, state }: AdminSearch): Tool[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    const text = `${tool.name} ${tool.exposedName} ${tool.title ?? ""} ${tool.description}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      isFrom(tool, from) &&
      (group === undefined || tool.groups.some((one) => one.group === group)) &&
      (!isState(state) || TOOL_STATES[state].has(tool))
    );
  });
}

function isFrom(tool: Tool, from: string | undefined): boolean {
  if (from === undefined) return true;
  if (tool.upstream !== null) return tool.upstream === from;
  return from === originOf(tool);
}
