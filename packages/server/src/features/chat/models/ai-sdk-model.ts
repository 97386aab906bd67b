import { isJsonObject, type Json } from "@countersign/protocol";
import type { LanguageModel, ModelMessage as SdkMessage, ProviderMetadata, ToolSet } from "ai";
import type { Sdk } from "./load-sdk.ts";
import { ModelFault, type Model, type ModelCall, type ModelMessage, type ModelRequest } from "./model-port.ts";

const RETRIES = 2;

/** Model of any provider through the AI SDK: one step, with tools that have no `execute`. */
export function createSdkModel(sdk: Sdk, model: LanguageModel, label: string, mask: (text: string) => string): Model {
  const { streamText, jsonSchema, tool } = sdk;
  return {
    async *answer({ instructions, messages, tools, signal }: ModelRequest) {
      const set: ToolSet = Object.fromEntries(
        tools.map(({ name, description, inputSchema }) => [name, tool({ description, inputSchema: jsonSchema(inputSchema) })]),
      );
      const result = streamText({
        model,
        system: instructions,
        messages: messages.map(toSdk),
        ...(tools.length > 0 && { tools: set }),
        maxRetries: RETRIES,
        abortSignal: signal,
        // Errors are handled where the stream throws them.
        onError: () => undefined,
      });
      try {
        for await (const part of result.fullStream) {
          if (part.type === "text-delta") yield { type: "text", text: part.text };
          else if (part.type === "tool-call") {
            const data = part.providerMetadata as Json | undefined;
            yield { type: "call", id: part.toolCallId, name: part.toolName, input: part.input as Json, ...(data && { data }) };
          } else if (part.type === "finish") {
            const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
            yield { type: "end", inputTokens, outputTokens };
          } else if (part.type === "error") throw part.error;
        }
      } catch (error) {
        if (signal.aborted) throw error;
        throw new ModelFault(mask(describeFault(sdk, label, error)), { cause: error });
      }
    },
  };
}

function toSdk(message: ModelMessage): SdkMessage {
  if (message.role === "user" || message.role === "note") return { role: "user", content: message.text };
  if (message.role === "assistant") {
    const { text, calls } = message;
    return {
      role: "assistant",
      content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls.map(toSdkCall)],
    };
  }
  return {
    role: "tool",
    content: message.results.map(({ id, name, text }) => ({
      type: "tool-result",
      toolCallId: id,
      toolName: name,
      output: { type: "text", value: text },
    })),
  };
}

const toSdkCall = ({ id, name, input, data }: ModelCall) => ({
  type: "tool-call" as const,
  toolCallId: id,
  toolName: name,
  // Non-object inputs were refused; providers accept only objects.
  input: isJsonObject(input) ? input : {},
  ...(data !== undefined && { providerOptions: data as ProviderMetadata }),
});

/** Includes only the status and message of a provider's error, because its body may quote the request. */
function describeFault({ APICallError, RetryError }: Sdk, label: string, error: unknown): string {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last)) {
    const { statusCode, message } = last;
    if (statusCode === undefined) return `${label} cannot be reached: ${causeOf(last)}`;
    if (statusCode < 400) return `${label} stopped in the middle of its answer.`;
    if (statusCode === 401 || statusCode === 403)
      return `${label} refused the key (${statusCode}). Enter another one in its connection.`;
    if (statusCode === 404) return `${label} has no such model or address (404): ${message}`;
    if (statusCode === 429) return `${label} is limiting requests (429). Try again later.`;
    return `${label} answered ${statusCode}: ${message}`;
  }
  return `${label} returned no answer: ${last instanceof Error ? last.message : "unknown"}`;
}

function causeOf(error: Error): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at.cause === undefined) return at.message;
  return error.message;
}
