import { type Connection, type Key, type Tool, displayText } from "@countersign/protocol";
import type { AdminSearch } from "../../../page-search.ts";
import { strings } from "../../../strings/tools.tsx";
import { needsAttention } from "./tool-words.ts";

const asksNobody = ({ approval, routingRules }: Tool): boolean => approval === "never" && routingRules.length === 0;

export const TOOL_STATES = ["attention", "unvetted", "asks", "open", "disabled", "gone"] as const;
type ToolState = (typeof TOOL_STATES)[number];

const HAS_STATE: Readonly<Record<ToolState, (tool: Tool) => boolean>> = {
  attention: needsAttention,
  unvetted: ({ vetting }) => vetting.state === "unvetted",
  asks: (tool) => !asksNobody(tool),
  open: asksNobody,
  disabled: ({ enabled }) => !enabled,
  gone: ({ vetting }) => vetting.state === "gone",
};

const isState = (state: string | undefined): state is ToolState => TOOL_STATES.some((one) => one === state);

const CONNECTIONS = "connections";
const STUDIO = "studio";
const WORKERS = "workers";
const ORIGINS = ["server", CONNECTIONS, STUDIO, WORKERS] as const;

/** Origin of a tool that comes from no upstream. */
function originOf({ source }: Tool): (typeof ORIGINS)[number] {
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
    ...ORIGINS.filter((value) => own.has(value)).map((value) => ({ value, label: strings.filter.origins[value] })),
  ];
}

/** Display name of a tool's source. */
export function sourceName(tool: Tool, apiKeys: readonly Key[], connections: readonly Connection[]): string {
  if (tool.upstream !== null) return tool.upstream;
  const words = strings.source;
  const origin = originOf(tool);
  if (origin === "server") return words.server;
  if (origin === STUDIO) return words.studio;
  if (origin === CONNECTIONS) return connections.find(({ id }) => tool.source.endsWith(`/${id}`))?.name ?? words.connection;
  return words.worker(apiKeys.find(({ id }) => id === tool.source)?.name ?? tool.source);
}

export function filterTools(tools: readonly Tool[], { q = "", from, group, state }: AdminSearch): Tool[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    const text = `${tool.name} ${tool.exposedName} ${tool.title ?? ""} ${tool.description}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      isFrom(tool, from) &&
      (group === undefined || tool.groups.some((one) => one.group === group)) &&
      (!isState(state) || HAS_STATE[state](tool))
    );
  });
}

function isFrom(tool: Tool, from: string | undefined): boolean {
  if (from === undefined) return true;
  if (tool.upstream !== null) return tool.upstream === from;
  return from === originOf(tool);
}
