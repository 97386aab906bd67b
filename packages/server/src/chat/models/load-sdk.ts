import type * as ai from "ai";
import type * as anthropic from "@ai-sdk/anthropic";
import type * as google from "@ai-sdk/google";
import type * as openai from "@ai-sdk/openai";
import type * as compatible from "@ai-sdk/openai-compatible";

/** What is used of the AI SDK and its providers; versions 6 and 7 have the same. */
export type Sdk = Pick<typeof ai, "streamText" | "jsonSchema" | "tool" | "APICallError" | "RetryError"> &
  Pick<typeof anthropic, "createAnthropic"> &
  Pick<typeof google, "createGoogleGenerativeAI"> &
  Pick<typeof openai, "createOpenAI"> &
  Pick<typeof compatible, "createOpenAICompatible">;

const SIX = ["ai", "@ai-sdk/anthropic", "@ai-sdk/google", "@ai-sdk/openai", "@ai-sdk/openai-compatible"];
/** Optional dependencies under names of their own: npm installs them where Node.js is new enough. */
const SEVEN = ["ai-7", "ai-7-anthropic", "ai-7-google", "ai-7-openai", "ai-7-openai-compatible"];
const NODE_OF_SEVEN = 22;

const load = async (names: readonly string[]): Promise<Sdk> =>
  Object.assign({}, ...(await Promise.all(names.map((name): Promise<object> => import(name))))) as Sdk;

/** Version 7 where this Node.js runs it and it was installed, otherwise version 6. */
async function loadNewest(): Promise<Sdk> {
  if (Number.parseInt(process.versions.node, 10) < NODE_OF_SEVEN) return load(SIX);
  try {
    return await load(SEVEN);
  } catch (error) {
    // Left out by whoever installed, as `npm install --omit=optional` does.
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return load(SIX);
    throw error;
  }
}

let loaded: Promise<Sdk> | undefined;

/** Loaded by whoever first uses a provider, and once. */
export const loadSdk = (): Promise<Sdk> => (loaded ??= loadNewest());
