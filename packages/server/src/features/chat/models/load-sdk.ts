import type * as ai from "ai";
import type * as anthropic from "@ai-sdk/anthropic";
import type * as google from "@ai-sdk/google";
import type * as openai from "@ai-sdk/openai";
import type * as compatible from "@ai-sdk/openai-compatible";

/** The parts of the AI SDK and its providers that are used; equal in versions 6 and 7. */
export type Sdk = Pick<typeof ai, "streamText" | "jsonSchema" | "tool" | "APICallError" | "RetryError"> &
  Pick<typeof anthropic, "createAnthropic"> &
  Pick<typeof google, "createGoogleGenerativeAI"> &
  Pick<typeof openai, "createOpenAI"> &
  Pick<typeof compatible, "createOpenAICompatible">;

const SIX = ["ai", "@ai-sdk/anthropic", "@ai-sdk/google", "@ai-sdk/openai", "@ai-sdk/openai-compatible"];
/** Optional dependencies under aliases: npm installs them where Node.js is new enough. */
const SEVEN = ["ai-7", "ai-7-anthropic", "ai-7-google", "ai-7-openai", "ai-7-openai-compatible"];
const NODE_OF_SEVEN = 22;

const load = async (names: readonly string[]): Promise<Sdk> =>
  Object.assign({}, ...(await Promise.all(names.map((name): Promise<object> => import(name))))) as Sdk;

/** Loads version 7 if it is installed and this Node.js can run it, otherwise version 6. */
async function loadNewest(): Promise<Sdk> {
  if (Number.parseInt(process.versions.node, 10) < NODE_OF_SEVEN) return load(SIX);
  try {
    return await load(SEVEN);
  } catch (error) {
    // Optional dependencies were omitted, e.g. by `npm install --omit=optional`.
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return load(SIX);
    throw error;
  }
}

let loaded: Promise<Sdk> | undefined;

/** Loaded once, when a provider is first used. */
export const loadSdk = (): Promise<Sdk> => (loaded ??= loadNewest());
