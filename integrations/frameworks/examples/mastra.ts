// A Mastra agent whose tool needs approval. Uses a real model if OPENAI_API_KEY is set, else a scripted one.
import { gatedIn } from "@countersign/sdk";
import { gateTools } from "@countersign/sdk/mastra";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { scriptModel } from "../src/mastra.ts";
import { CALL, countersign, MODEL, PROMPT, transfer } from "./countersign.ts";

const bare = createTool({
  id: "transfer",
  description: "Transfer money",
  inputSchema: z.object({ to: z.string(), amount: z.number() }),
  execute: async (input) => transfer(input),
});
const tools = gateTools({ transfer: bare }, { countersign, wait: "10m" });
const worker = countersign.work(gatedIn(tools));
await worker.ready;

const { model, next } = scriptModel();
next.calls = [CALL];
const given = (process.env["OPENAI_API_KEY"] ? `openai/${MODEL}` : model) as never;
const agent = new Agent({ id: "clerk", name: "clerk", instructions: "Do what is asked.", model: given, tools });
const { toolResults } = await agent.generate(PROMPT);
console.log(JSON.stringify(toolResults[0]?.payload.result));
await worker.stop();
