/** Connectors that provide models but no tools. */
export const MODEL_CONNECTORS = ["openai", "anthropic", "google-ai", "openai-compatible"] as const;
export type ModelConnector = (typeof MODEL_CONNECTORS)[number];

export const isModelConnector = (name: string): name is ModelConnector =>
  (MODEL_CONNECTORS as readonly string[]).includes(name);
