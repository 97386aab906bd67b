import { Countersign } from "@countersign/sdk";

/** The server's URL and the keys of an agent and a worker. */
const { COUNTERSIGN_URL = "http://127.0.0.1:7420", COUNTERSIGN_AGENT_KEY, COUNTERSIGN_WORKER_KEY } = process.env;

export const countersign = new Countersign({
  url: COUNTERSIGN_URL,
  apiKey: COUNTERSIGN_AGENT_KEY,
  workerKey: COUNTERSIGN_WORKER_KEY,
});
/** Name of the OpenAI model, if a real one is used. */
export const { COUNTERSIGN_EXAMPLE_MODEL: MODEL = "gpt-5-mini" } = process.env;
export const PROMPT = "Transfer 5 to ada. Call the tool once, with exactly that, then say in one sentence what came of it.";
/** The call that the scripted model makes. */
export const CALL = { id: "call-1", input: { to: "ada", amount: 5 } };
/** The gated tool's handler. */
export function transfer({ to, amount }: { to: string; amount: number }): { paid: string } {
  console.log(`transferred ${amount} to ${to}`);
  return { paid: to };
}
