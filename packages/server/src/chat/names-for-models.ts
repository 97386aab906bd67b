import type { GatewayTool } from "../core/gateway-tool.ts";

const LONGEST = 64;

/** Names every provider takes, each the tool's own as far as that goes, all different. */
export function namesForModels(tools: readonly GatewayTool[]): ReadonlyMap<string, GatewayTool> {
  const named = new Map<string, GatewayTool>();
  for (const tool of tools) {
    const plain = tool.exposedName.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, LONGEST) || "tool";
    let name = plain;
    for (let n = 2; named.has(name); n += 1) name = `${plain.slice(0, LONGEST - 4)}_${n}`;
    named.set(name, tool);
  }
  return named;
}
