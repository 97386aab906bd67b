import type { Driver } from "./driver.ts";

/** Every adapter with its real framework, imported on demand because some take seconds to load. */
export const DRIVERS = {
  "AI SDK 7": async () => (await import("./ai-sdk.ts")).aiSdk7,
  "AI SDK 6": async () => (await import("./ai-sdk.ts")).aiSdk6,
  "OpenAI Agents": async () => (await import("./openai-agents.ts")).openaiAgents,
  LangChain: async () => (await import("./langchain.ts")).langchain,
  LangGraph: async () => (await import("./langchain.ts")).langgraph,
  Mastra: async () => (await import("./mastra.ts")).mastra,
  "MCP SDK 1": async () => (await import("./mcp.ts")).mcp1,
  "MCP SDK 2": async () => (await import("./mcp.ts")).mcp2,
  "Plain functions": async () => (await import("./functions.ts")).functions,
} satisfies Record<string, () => Promise<Driver>>;
export type DriverName = keyof typeof DRIVERS;
