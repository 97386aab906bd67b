// An AI SDK agent whose tool needs approval. Uses a real model if AI_GATEWAY_API_KEY is set, else a scripted one.
import { gatedIn } from "@countersign/sdk";
import { gateTools } from "@countersign/sdk/ai-sdk";
import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";
import { scriptModel } from "../src/ai-sdk.ts";
import { CALL, countersign, MODEL, PROMPT, transfer } from "./countersign.ts";

const bare = {
  transfer: tool({
    description: "Transfer money",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    execute: async (input) => transfer(input),
  }),
};
const tools = gateTools(bare, { countersign, wait: "10m" });
const worker = countersign.work(gatedIn(tools));
await worker.ready;

const model = process.env["AI_GATEWAY_API_KEY"] ? `openai/${MODEL}` : scriptModel(7, [CALL]).model;
const { steps } = await generateText({ model: model as never, tools, prompt: PROMPT, stopWhen: stepCountIs(3) });
console.log(JSON.stringify(steps[0]?.toolResults[0]?.output));
await worker.stop();
