// A LangChain agent whose tool needs approval, by middleware. Uses a real model if OPENAI_API_KEY is set, else a scripted one.
import { gatedIn } from "@countersign/sdk";
import { gateMiddleware } from "@countersign/sdk/langchain";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool, ToolMessage } from "langchain";
import { z } from "zod";
import { ScriptedModel } from "../src/langchain.ts";
import { CALL, countersign, MODEL, PROMPT, transfer } from "./countersign.ts";

const schema = z.object({ to: z.string(), amount: z.number() });
const bare = tool(async (input) => transfer(input), { name: "transfer", description: "Transfer money", schema });
const gate = gateMiddleware([bare], { countersign, wait: "10m" });
const worker = countersign.work(gatedIn(gate));
await worker.ready;

const scripted = new ScriptedModel({});
scripted.calls = [CALL];
const model = process.env["OPENAI_API_KEY"] ? new ChatOpenAI({ model: MODEL }) : scripted;
const agent = createAgent({ model, middleware: [gate] });
const { messages } = await agent.invoke({ messages: [{ role: "user", content: PROMPT }] });
console.log(messages.find((message) => ToolMessage.isInstance(message))?.content);
await worker.stop();
