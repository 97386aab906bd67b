import { z } from "zod";
import type { Connector, ConnectorName, OpenConnection } from "../connector.ts";
import { ServiceFault } from "../service-fault.ts";

const keyOf = (words: string) => z.string().min(1).max(500).meta({ title: "API key" }).describe(words);
const baseUrlOf = (address: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(address)
    .meta({ title: "Base address" });

/** A model provider; listing its models is the test of its key. */
interface Provider {
  name: ConnectorName;
  title: string;
  /** The provider's own base address; undefined where there is no default. */
  address: string | undefined;
  headers(apiKey: string | undefined): Record<string, string>;
  needsKey: boolean;
}

const bearer = (apiKey: string | undefined): Record<string, string> => (apiKey ? { authorization: `Bearer ${apiKey}` } : {});

const PROVIDERS: readonly Provider[] = [
  { name: "openai", title: "OpenAI", address: "https://api.openai.com/v1", headers: bearer, needsKey: true },
  {
    name: "anthropic",
    title: "Anthropic",
    address: "https://api.anthropic.com/v1",
    headers: (apiKey) => ({ "x-api-key": apiKey ?? "", "anthropic-version": "2023-06-01" }),
    needsKey: true,
  },
  {
    name: "google-ai",
    title: "Google AI",
    address: "https://generativelanguage.googleapis.com/v1beta",
    headers: (apiKey) => ({ "x-goog-api-key": apiKey ?? "" }),
    needsKey: true,
  },
  {
    name: "openai-compatible",
    title: "Models at an address (OpenAI-compatible)",
    address: undefined,
    headers: bearer,
    needsKey: false,
  },
];

/** Model providers for the chat. They bring no tools, because the gate decides what an agent may do. */
export const modelConnectors: readonly Connector[] = PROVIDERS.map((provider) => {
  const { name, title, address } = provider;
  const apiKey = keyOf(`Of ${title}`);
  return {
    name,
    title,
    credentials: z.strictObject({ apiKey: provider.needsKey ? apiKey : apiKey.optional() }),
    settings: z.strictObject({
      baseUrl:
        address === undefined
          ? z
              .url({ protocol: /^https?$/ })
              .meta({ title: "Base address" })
              .describe("Such as `http://127.0.0.1:11434/v1` of Ollama")
          : baseUrlOf(address),
    }),
    tools: () => [],
    test: (open: OpenConnection, signal: AbortSignal) => testProvider(provider, open as OpenModel, signal),
  } satisfies Connector as Connector;
});

type OpenModel = OpenConnection<{ apiKey?: string }, { baseUrl: string }>;

async function testProvider({ title, headers }: Provider, { settings, credentials, fetch }: OpenModel, signal: AbortSignal) {
  const response = await fetch(`${settings.baseUrl.replace(/\/+$/, "")}/models`, {
    headers: headers(credentials.apiKey),
    signal,
  });
  const body = await response.text();
  if (response.status === 401 || response.status === 403) throw new ServiceFault("auth", `answered ${response.status}`);
  if (!response.ok) throw new ServiceFault(response.status === 404 ? "not_found" : "server", `answered ${response.status}`);
  const count = countModels(body);
  if (count === undefined) throw new ServiceFault("validation", "did not return a list of models");
  return { ok: true as const, as: `a user of ${title} with ${count === 1 ? "1 model" : `${count} models`}` };
}

function countModels(body: string): number | undefined {
  try {
    const { data, models } = JSON.parse(body) as { data?: unknown; models?: unknown };
    const list = data ?? models;
    return Array.isArray(list) ? list.length : undefined;
  } catch {
    return undefined;
  }
}
