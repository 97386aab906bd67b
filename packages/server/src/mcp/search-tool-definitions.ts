export const DEFAULT_FOUND = 10;
export const MAX_FOUND = 50;
export const MAX_QUERY_CHARACTERS = 200;

export const SEARCH_TOOL = {
  name: "tools_search",
  title: "Search your tools",
  description:
    "Searches your tools by words in their names, descriptions and parameters, and returns the best matches with their input schemas. You have more tools than are listed here: search before you conclude that a tool does not exist. Call a found tool by its name or with tools_call.",
  inputSchema: {
    type: "object",
    properties: {
      query: {
        type: "string",
        minLength: 1,
        maxLength: MAX_QUERY_CHARACTERS,
        description: "What the tool should do, in a few words",
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: MAX_FOUND,
        description: `Maximum number of tools; ${DEFAULT_FOUND} by default`,
      },
    },
    required: ["query"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

export const CALL_TOOL = {
  name: "tools_call",
  title: "Call one of your tools",
  description:
    "Calls a tool that tools_search found, exactly like a call by its own name; for clients that can only call listed tools.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "The tool's name, as tools_search returned it" },
      arguments: { type: "object", description: "The tool's input, according to its input schema" },
    },
    required: ["name"],
    additionalProperties: false,
  },
};

/** The MCP server's own tools that stand for all others, as agents see them. */
export const SEARCH_TOOL_DEFINITIONS = [SEARCH_TOOL, CALL_TOOL];
