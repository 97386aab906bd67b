import type { Tool as McpTool } from "@modelcontextprotocol/server";
import type { Tool } from "@countersign/protocol";
import { APPROVAL_TOOLS } from "./approval-tools.ts";
import type { McpCall } from "./mcp-call.ts";

/** From this risk on a client is told that a call destroys. */
const DESTRUCTIVE_RISK = 4;

/** The tools of the agent's groups and the front's own; on a name they share the front's wins, as it does in a call. */
export async function listTools({ engine, principal }: McpCall): Promise<McpTool[]> {
  const tools = await engine.tools(principal);
  if (!tools.ok) throw new Error(tools.refusal.detail);
  const own = APPROVAL_TOOLS.map(({ definition }) => definition);
  const taken = new Set(own.map(({ name }) => name));
  return [...tools.value.filter(({ name }) => !taken.has(name)).map(toMcpTool), ...own];
}

const toMcpTool = (tool: Tool): McpTool => ({
  name: tool.name,
  ...(tool.title !== null && { title: tool.title }),
  description: tool.description,
  inputSchema: { ...tool.inputSchema, type: "object" },
  // Ours, by what an administrator decided: what a tool's author says about it would be a hint at most.
  annotations: {
    readOnlyHint: tool.risk === 0 && tool.approval === "never",
    destructiveHint: tool.risk >= DESTRUCTIVE_RISK,
  },
});
