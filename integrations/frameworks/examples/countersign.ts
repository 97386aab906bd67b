import { Countersign } from "@countersign/sdk";

/** The server's address and the keys of an agent and a worker. */
const { COUNTERSIGN_URL = "http://127.0.0.1:7420", COUNTERSIGN_AGENT_KEY, COUNTERSIGN_WORKER_KEY } = process.env;

export const countersign = new Countersign({
  url: COUNTERSIGN_URL,
  apiKey: COUNTERSIGN_AGENT_KEY,
  workerKey: COUNTERSIGN_WORKER_KEY,
});
/** OpenAI's name of the real model, where one is used. */
export const { COUNTERSIGN_EXAMPLE_MODEL: MODEL = "gpt-5-mini" } = process.env;
export const PROMPT = "Transfer 5 to ada. Call the tool once, with exactly that, then say in one sentence what came of it.";
/** What the scripted model calls, where no real one is used. */
export const CALL = { id: "call-1", input: { to: "ada", amount: 5 } };
/** The tool's work. */
export function transfer({ to, amount }: { to: string; amount: number }): { paid: string } {
  console.log(`transferred ${amount} to ${to}`);
  return { paid: to };
}
