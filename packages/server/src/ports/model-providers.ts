/** A connection to a provider of models, opened for one use. Contains a secret: must not be logged, sent or stored. */
export interface ModelProvider {
  connector: string;
  /** Display name of the connection. */
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  /** Follows no redirect, because a redirect would send the key elsewhere. */
  fetch: typeof globalThis.fetch;
  /** Masks the key in a text. */
  mask(text: string): string;
}

/** Opens a workspace's connection to a provider. Throws if it was removed, is disabled or cannot be opened. */
export type OpenModelProvider = (workspaceId: string, connectionId: string) => Promise<ModelProvider>;
