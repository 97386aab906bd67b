// An OpenAI Agents agent whose tool needs approval. Uses a real model if OPENAI_API_KEY is set, else a scripted one.
import { gatedIn } from "@countersign/sdk";
import { gateTools } from "@countersign/sdk/openai-agents";
import { Agent, run, setTracingDisabled, tool } from "@openai/agents";
import { z } from "zod";
import { ScriptedModel } from "../src/openai-agents.ts";
import { CALL, countersign, MODEL, PROMPT, transfer } from "./countersign.ts";

setTracingDisabled(true);
const bare = tool({
  name: "transfer",
  description: "Transfer money",
  parameters: z.object({ to: z.string(), amount: z.number() }),
  errorFunction: null,
  execute: async (input) => transfer(input),
});
const tools = gateTools([bare], { countersign, wait: "10m" });
const worker = countersign.work(gatedIn(tools));
await worker.ready;

const scripted = new ScriptedModel();
scripted.script([CALL]);
const agent = new Agent({ name: "clerk", tools, model: process.env["OPENAI_API_KEY"] ? MODEL : scripted });
const { newItems } = await run(agent, PROMPT);
const output = newItems.find(({ type }) => type === "tool_call_output_item") as { output?: unknown } | undefined;
console.log(JSON.stringify(output?.output));
await worker.stop();
