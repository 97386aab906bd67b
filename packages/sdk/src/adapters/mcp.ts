import type { Duration } from "../duration.ts";
import type { Gated } from "../gated.ts";
import type { HandlerContext } from "../handlers.ts";
import { readJsonSchema } from "../standard-schema.ts";
import { isNo, type ToolAnswer } from "./answer.ts";
import type { GateOptions } from "./gate-options.ts";
import { keepGated } from "./gated-in.ts";
import { readSchema } from "./read-schema.ts";
import { type SplitTool, splitTool } from "./split-tool.ts";

export type { GateOptions, ToolDetails } from "./gate-options.ts";
export type { Refusal, ToolAnswer } from "./answer.ts";

/** The parts of `McpServer` (`@modelcontextprotocol/sdk` 1.x, `@modelcontextprotocol/server` 2.x) that this adapter uses. */
export interface McpToolServer {
  // The SDKs' own signatures are generic in the schemas of the tool.
  // oxlint-disable-next-line typescript/no-explicit-any
  registerTool: (name: string, config: any, callback: any) => any;
  // oxlint-disable-next-line typescript/no-explicit-any
  tool?: any;
}

export interface McpOptions extends GateOptions {
  /** Default 50 s, below the usual client timeout of one minute; `0` returns `queued` at once. */
  wait?: Duration;
  /** These tools stay ungated. */
  except?: readonly string[];
}

/** Result of a tool of an MCP server. */
interface CallToolResult {
  content?: readonly unknown[];
  isError?: boolean;
}
type Callback = (...given: unknown[]) => unknown;
interface Registered {
  title?: string;
  description?: string;
  inputSchema?: unknown;
  outputSchema?: unknown;
  update: (updates: Record<string, unknown>) => void;
}

/**
 * Gates every tool that is registered after this call; calls of these tools only propose. Call it right after creating the
 * server. Throws a `TypeError` if the server already has tools, because they would stay ungated.
 */
export function gateServer<T extends McpToolServer>(server: T, options: McpOptions): T {
  const { except = [] } = options;
  const there = Object.keys((server as { _registeredTools?: object })._registeredTools ?? {});
  if (there.length > 0)
    throw new TypeError(
      `The server has tools already (${there.join(", ")}), which would stay ungated. Call gateServer() before they are registered.`,
    );
  const gated: Gated[] = [];
  const gate =
    (register: Callback): Callback =>
    (...given) => {
      const [name, callback] = [String(given[0]), given.at(-1) as Callback];
      if (except.includes(name)) return register(...given);
      const ready: { split?: SplitTool } = {};
      const proposing = async (...call: unknown[]): Promise<object> => {
        // With an input schema, the callback gets the input and the request's context; otherwise only the context.
        const [input, context] = call.length > 1 ? call : [{}, call[0]];
        if (ready.split === undefined) throw new Error(`${name} is not ready.`);
        return toCallResult(
          await ready.split.propose(input, { thread: await nameSession(context), signal: readSignal(context) }),
        );
      };
      // The output schema is removed: the tool's result is only a part of the answer.
      const config = given.slice(1, -1).map((part) => withoutOutputSchema(part));
      const registered = register(name, ...config, proposing) as Registered;
      const split = splitTool(partsOf(name, registered, callback, options), { wait: 50, ...options });
      ready.split = split;
      gated.push(split.gated);
      refuseUpdates(name, registered);
      return registered;
    };
  server.registerTool = gate(server.registerTool.bind(server) as Callback);
  const { tool } = server as { tool?: Callback };
  if (typeof tool === "function") server.tool = gate(tool.bind(server) as Callback);
  return keepGated(server, gated);
}

function partsOf(name: string, { title, description, inputSchema }: Registered, callback: Callback, options: GateOptions) {
  const { input, inputSchema: plain } = readSchema(
    name,
    inputSchema ?? { type: "object" },
    options.details?.[name]?.inputSchema,
  );
  const withInput = inputSchema !== undefined;
  return {
    name,
    title,
    description,
    ...(input && { input }),
    inputSchema: plain ?? readJsonSchema(name, input!),
    execute: async (given: unknown, handling: HandlerContext) => {
      const context = createContext(handling);
      return readResult((await (withInput ? callback(given, context) : callback(context))) as CallToolResult | undefined);
    },
  };
}

const withoutOutputSchema = (config: unknown): unknown =>
  typeof config === "object" && config !== null && "outputSchema" in config ? { ...config, outputSchema: undefined } : config;

/** Blocks later updates that would put an ungated callback or another input behind a gated name. */
function refuseUpdates(name: string, registered: Registered): void {
  const update = registered.update.bind(registered);
  registered.update = (updates) => {
    const refused = ["callback", "paramsSchema", "outputSchema"].filter((key) => updates[key] !== undefined);
    if (typeof updates["name"] === "string" && updates["name"] !== name) refused.push("name");
    if (refused.length > 0)
      throw new TypeError(`${name} is gated: its ${refused.join(", ")} cannot be changed. Remove it and register it again.`);
    update(updates);
  };
}

const readSignal = (context: unknown): AbortSignal | undefined => {
  const { signal, mcpReq } = (context ?? {}) as { signal?: AbortSignal; mcpReq?: { signal?: AbortSignal } };
  return signal ?? mcpReq?.signal;
};

/** Digest of the transport's session id. The id itself is a credential and must not be shown. */
async function nameSession(context: unknown): Promise<string | undefined> {
  const { sessionId } = (context ?? {}) as { sessionId?: unknown };
  if (typeof sessionId !== "string" || sessionId === "") return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sessionId)));
  return `mcp-${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Request context for a run after approval. Requests to the client fail, because no client is connected any more. */
function createContext({ signal, ...handling }: HandlerContext): object {
  const nobody = async (): Promise<never> => {
    throw new Error("No client is connected to an approved execution; ask before, not while it runs.");
  };
  const request = { id: handling.idempotencyKey, method: "tools/call", signal, send: nobody, notify: async () => {} };
  return {
    ...handling,
    signal,
    requestId: handling.idempotencyKey,
    sendRequest: nobody,
    sendNotification: async () => {},
    mcpReq: request,
  };
}

/** Throws if the result says that the tool failed; such a result must not be recorded as executed. */
function readResult(result: CallToolResult | undefined): unknown {
  if (result?.isError !== true) return result ?? null;
  const texts = (result.content ?? [])
    .map((part) => (part as { text?: unknown }).text)
    .filter((text) => typeof text === "string");
  throw new Error(texts.join("\n") || "The tool reported a failure.");
}

/** Returns the answer as text with the tool's own content for the model, and structured for clients that can read it. */
function toCallResult(answer: ToolAnswer): object {
  const own = answer.status === "executed" ? ((answer.result as CallToolResult | null | undefined)?.content ?? []) : [];
  return {
    content: [{ type: "text", text: JSON.stringify({ ...answer, ...(own.length > 0 && { result: undefined }) }) }, ...own],
    structuredContent: answer,
    ...(isNo(answer) && { isError: true }),
  };
}
