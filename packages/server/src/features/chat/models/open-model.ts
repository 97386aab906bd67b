import type { LanguageModel } from "ai";
import { createSdkModel } from "./ai-sdk-model.ts";
import type { Sdk } from "./load-sdk.ts";
import type { ModelConnector } from "./model-connectors.ts";
import type { Model } from "./model-port.ts";

/** Access to one provider; contains its API key. */
export interface ModelAccess {
  /** Name of the connector. */
  connector: ModelConnector;
  /** Display name. */
  label: string;
  baseUrl: string;
  apiKey: string | undefined;
  fetch: typeof globalThis.fetch;
  /** Removes the API key from a text. */
  mask(text: string): string;
}

type Access = { apiKey?: string; baseURL: string; fetch: typeof globalThis.fetch };

const OPEN = {
  openai: ({ createOpenAI }, { apiKey = "", ...access }, name) => createOpenAI({ ...access, apiKey })(name),
  anthropic: ({ createAnthropic }, { apiKey = "", ...access }, name) => createAnthropic({ ...access, apiKey })(name),
  "google-ai": ({ createGoogleGenerativeAI }, { apiKey = "", ...access }, name) =>
    createGoogleGenerativeAI({ ...access, apiKey })(name),
  "openai-compatible": ({ createOpenAICompatible }, access, name) =>
    createOpenAICompatible({ name: "compatible", includeUsage: true, ...access })(name),
} as const satisfies Record<ModelConnector, (sdk: Sdk, access: Access, name: string) => LanguageModel>;

/** Creates the model without sending a request. */
export function openModel(sdk: Sdk, { connector, label, baseUrl, apiKey, fetch, mask }: ModelAccess, name: string): Model {
  const access = { fetch, baseURL: baseUrl, ...(apiKey !== undefined && { apiKey }) };
  return createSdkModel(sdk, OPEN[connector](sdk, access, name), label, mask);
}
