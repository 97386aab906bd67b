import { displayText, isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError, type RpcResult } from "../core/json-rpc.ts";
import type { Upstream } from "../ports/upstreams.ts";

type Asker = Pick<Upstream, "name" | "mayAsk">;

/** Error code of 2025-11-25 with which a server asks the person to open a URL. */
const OPEN_ADDRESS = -32042;

/**
 * Prepares a server's question for a client: names the asking server in our words, then adds the server's own with every
 * character visible, so that it cannot pass for another server, the user or the gate. Throws if the server may not ask.
 */
export function upstreamQuestion(upstream: Asker, method: string, params: JsonObject): JsonObject {
  if (method !== "elicitation/create" && method !== "sampling/createMessage") return params;
  refuseQuestion(upstream);
  const from = `The server “${upstream.name}”`;
  if (method === "elicitation/create") {
    const { message, requestedSchema } = params;
    return {
      ...params,
      message: `${from} asks: ${shown(message)}`,
      ...(requestedSchema !== undefined && { requestedSchema: showSchema(requestedSchema) }),
    };
  }
  const { systemPrompt, messages } = params;
  return {
    ...params,
    systemPrompt: `${from} sends this request, not the user.${typeof systemPrompt === "string" ? `\n\n${shown(systemPrompt)}` : ""}`,
    ...(messages !== undefined && { messages: showTexts(messages) }),
  };
}

/** Like `upstreamQuestion`, for a modern upstream's result that asks questions. */
export function labelAnswer(upstream: Asker, result: RpcResult): RpcResult {
  const { inputRequests } = result;
  if (!isJsonObject(inputRequests)) return result;
  const labelled = Object.entries(inputRequests).map(([key, request]) => {
    const { method, params } = isJsonObject(request) ? request : {};
    if (!isJsonObject(request) || typeof method !== "string") return [key, request] as const;
    return [key, { ...request, params: upstreamQuestion(upstream, method, isJsonObject(params) ? params : {}) }] as const;
  });
  return { ...result, inputRequests: Object.fromEntries(labelled) };
}

/** Like `upstreamQuestion`, for an error that asks; returns the error to throw. */
export function labelError(upstream: Asker, error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== OPEN_ADDRESS) return error;
  if (!upstream.mayAsk) return refusalOf(upstream);
  const data = isJsonObject(error.data) ? error.data : {};
  const elicitations = Array.isArray(data["elicitations"]) ? data["elicitations"].filter(isJsonObject) : [];
  const labelled = elicitations.map((each) => upstreamQuestion(upstream, "elicitation/create", each));
  return new RpcError(error.code, `The server “${upstream.name}” asks: ${shown(error.message)}`, {
    ...data,
    elicitations: labelled,
  });
}

function refuseQuestion(upstream: Asker): void {
  if (!upstream.mayAsk) throw refusalOf(upstream);
}

const refusalOf = ({ name }: Asker): RpcError =>
  new RpcError(
    RPC_CODES.methodNotFound,
    `${name} is not trusted and cannot ask people or their models. An administrator can allow this (allowQuestions).`,
  );

const shown = (text: unknown): string => (typeof text === "string" ? displayText(text) : "");

/** Schema keys whose text a form shows; other values stay as they are. */
const WORDS: ReadonlySet<string> = new Set(["title", "description", "enumNames"]);

function showSchema(schema: Json, key = ""): Json {
  if (typeof schema === "string") return WORDS.has(key) ? displayText(schema) : schema;
  if (Array.isArray(schema)) return schema.map((each) => showSchema(each, key));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, showSchema(value, name)]));
}

/** Makes every character of the messages' texts visible; other contents have none. */
function showTexts(messages: Json): Json {
  if (Array.isArray(messages)) return messages.map(showTexts);
  if (!isJsonObject(messages)) return messages;
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => {
      if (key === "text" && typeof value === "string") return [key, displayText(value)];
      return [key, key === "content" ? showTexts(value) : value];
    }),
  );
}
