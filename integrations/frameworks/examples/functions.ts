// A gated plain function in an agent loop without a framework. Uses a real model if OPENAI_API_KEY is set, else a scripted one.
import { gatedIn } from "@countersign/sdk";
import { gateFunctions } from "@countersign/sdk/functions";
import { z } from "zod";
import { askOpenAi } from "../src/ask-openai.ts";
import { CALL, countersign, MODEL, PROMPT, transfer } from "./countersign.ts";

const input = z.object({ to: z.string(), amount: z.number() });
const described = { description: "Transfer money", input, execute: transfer };
const tools = gateFunctions({ transfer: described }, { countersign, wait: "10m" });
const worker = countersign.work(gatedIn(tools));
await worker.ready;

const key = process.env["OPENAI_API_KEY"];
const tool = { name: "transfer", description: described.description, parameters: z.toJSONSchema(input) };
const call = key ? await askOpenAi(key, MODEL, PROMPT, tool) : CALL;
console.log(JSON.stringify(await tools.transfer(call.input as typeof CALL.input, { id: call.id })));
await worker.stop();
