/** Connectors that bring no tools but a provider's models. */
export const MODEL_CONNECTORS = ["openai", "anthropic", "google-ai", "openai-compatible"] as const;
export type ModelConnector = (typeof MODEL_CONNECTORS)[number];

export const isModelConnector = (name: string): name is ModelConnector =>
  (MODEL_CONNECTORS as readonly string[]).includes(name);
