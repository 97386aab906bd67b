import { text, type JsonObject } from "@countersign/protocol";
import { z } from "zod";
import type { RpcResult } from "../core/json-rpc.ts";
import type { AgentView } from "./agent-view.ts";
import { refuseInput, type BuiltInTool } from "./built-in-tool.ts";
import type { McpCall } from "./call.ts";
import { lackOf } from "./client-offer.ts";
import { DEFAULT_FOUND, MAX_FOUND, MAX_QUERY_CHARACTERS, SEARCH_TOOL } from "./search-tool-definitions.ts";

/** More tools than this are searched instead of listed: the most that VS Code and the OpenAI API take in one request. */
export const MAX_LISTED = 128;

/** Whether `tools/list` gives the search instead of the tools. */
export const isSearched = ({ toolList }: Pick<McpCall, "toolList">, { listed }: AgentView): boolean =>
  toolList === "search" || (toolList === "auto" && listed.length > MAX_LISTED);

/** The tools that the agent sees at this endpoint and this client can serve. */
export const servedTools = (call: McpCall, { listed, byExposedName }: AgentView): JsonObject[] =>
  listed.filter(({ name }) => {
    const tool = typeof name === "string" ? byExposedName.get(name) : undefined;
    return tool !== undefined && lackOf(call, tool, tool.approval === "required") === undefined;
  });

const searchInput = z.strictObject({
  query: text(MAX_QUERY_CHARACTERS).min(1),
  limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND),
});

/** Finds only what `tools/list` would list. */
export const SEARCH: BuiltInTool = {
  definition: SEARCH_TOOL,
  async answer(call, sent) {
    const input = searchInput.safeParse(sent);
    if (!input.success) return refuseInput(input.error);
    const { query, limit } = input.data;
    const view = await call.context.views.of(call);
    const served = new Map<unknown, JsonObject>(servedTools(call, view).map((tool) => [tool["name"], tool]));
    const names = await call.context.toolIndex.search(view, query);
    const found = names.map((name) => served.get(name)).filter((tool) => tool !== undefined);
    return tellFound(found.slice(0, limit), { matches: found.length, tools: served.size });
  },
};

/** JSON also as text: what a tool's author wrote stays inside of its string. */
function tellFound(tools: readonly JsonObject[], { matches, tools: all }: { matches: number; tools: number }): RpcResult {
  const structuredContent = {
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      inputSchema,
      ...(annotations !== undefined && { annotations }),
    })),
    matches,
    searched: all,
  } as JsonObject;
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
