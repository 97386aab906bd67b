import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { createSdkModel } from "./ai-sdk-model.ts";
import type { ModelConnector } from "./model-connectors.ts";
import type { Model } from "./model-port.ts";

/** How one provider is reached; holds its key. */
export interface ModelAccess {
  /** The name of its connector. */
  connector: ModelConnector;
  /** For people. */
  label: string;
  baseUrl: string;
  apiKey: string | undefined;
  fetch: typeof globalThis.fetch;
  /** Takes the key out of a text. */
  mask(text: string): string;
}

const OPEN = {
  openai: ({ apiKey = "", ...access }, name) => createOpenAI({ ...access, apiKey })(name),
  anthropic: ({ apiKey = "", ...access }, name) => createAnthropic({ ...access, apiKey })(name),
  "google-ai": ({ apiKey = "", ...access }, name) => createGoogleGenerativeAI({ ...access, apiKey })(name),
  "openai-compatible": (access, name) => createOpenAICompatible({ name: "compatible", includeUsage: true, ...access })(name),
} as const satisfies Record<
  ModelConnector,
  (access: { apiKey?: string; baseURL: string; fetch: typeof globalThis.fetch }, name: string) => LanguageModel
>;

/** Asks nobody yet. */
export function openModel({ connector, label, baseUrl, apiKey, fetch, mask }: ModelAccess, name: string): Model {
  const access = { fetch, baseURL: baseUrl, ...(apiKey !== undefined && { apiKey }) };
  return createSdkModel(OPEN[connector](access, name), label, mask);
}
