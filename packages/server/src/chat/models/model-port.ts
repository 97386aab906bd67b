import type { Json, JsonObject } from "@countersign/protocol";

/** What a model is told of a tool. */
export interface ModelTool {
  /** Letters, digits, `_` and `-`, at most 64: what every provider takes. */
  name: string;
  description: string;
  inputSchema: JsonObject;
}

export interface ModelCall {
  id: string;
  name: string;
  input: Json;
  /** What the provider wants to be given back with it. */
  data?: Json;
}

/** Results follow the message whose calls they answer, each of them and in their order. */
export type ModelMessage =
  | { role: "user"; text: string }
  /** The gate speaks; a provider is given it as the user's, which is why it says so itself. */
  | { role: "note"; text: string }
  | { role: "assistant"; text: string; calls: readonly ModelCall[]; data?: Json }
  | { role: "results"; results: readonly { id: string; name: string; text: string }[] };

export interface ModelRequest {
  instructions: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  signal: AbortSignal;
}

/** One answer, as it comes. `end` is the last; without it the answer was cut off. */
export type ModelPart =
  | { type: "text"; text: string }
  | ({ type: "call" } & ModelCall)
  | { type: "end"; inputTokens: number; outputTokens: number; data?: Json };

/** One answer to what was said so far. It calls nothing by itself. Throws a `ModelFault`. */
export interface Model {
  answer(request: ModelRequest): AsyncIterable<ModelPart>;
}

/** Why a model gave no answer, in words a person can act on; holds no secret. */
export class ModelFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelFault";
  }
}
