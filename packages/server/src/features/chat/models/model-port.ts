import type { Json, JsonObject } from "@countersign/protocol";

/** Tool description for a model. */
export interface ModelTool {
  /** Letters, digits, `_` and `-`, at most 64 characters, which every provider accepts. */
  name: string;
  title: string | null;
  description: string;
  inputSchema: JsonObject;
  /** No call of this tool waits for a person. */
  runsAtOnce: boolean;
}

export interface ModelCall {
  id: string;
  name: string;
  input: Json;
  /** Provider data to send back with the call. */
  data?: Json;
}

/** A results message follows the message with the calls and has one result for each call, in order. */
export type ModelMessage =
  | { role: "user"; text: string }
  /** Message by the gate. Providers receive it with role `user`, so its text names the gate. */
  | { role: "note"; text: string }
  | { role: "assistant"; text: string; calls: readonly ModelCall[]; data?: Json }
  | { role: "results"; results: readonly { id: string; name: string; text: string }[] };

export interface ModelRequest {
  instructions: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  signal: AbortSignal;
}

/** Part of one streamed answer. `end` is the last part; without it the answer was cut off. */
export type ModelPart =
  | { type: "text"; text: string }
  | ({ type: "call" } & ModelCall)
  | { type: "end"; inputTokens: number; outputTokens: number; data?: Json };

/** Streams one answer to the messages so far. Does not run tools. Throws a `ModelFault`. */
export interface Model {
  answer(request: ModelRequest): AsyncIterable<ModelPart>;
}

/** Explains why a model gave no answer, in words that a person can act on. Contains no secret. */
export class ModelFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelFault";
  }
}
