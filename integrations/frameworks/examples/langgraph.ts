// A LangGraph graph whose tool node needs approval. Uses a real model if OPENAI_API_KEY is set, else a scripted one.
import { gatedIn } from "@countersign/sdk";
import { gateTools } from "@countersign/sdk/langchain";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";
import { ScriptedModel } from "../src/langchain.ts";
import { CALL, countersign, MODEL, PROMPT, transfer } from "./countersign.ts";

const schema = z.object({ to: z.string(), amount: z.number() });
const bare = tool(async (input) => transfer(input), { name: "transfer", description: "Transfer money", schema });
const tools = gateTools([bare], { countersign, wait: "10m" });
const worker = countersign.work(gatedIn(tools));
await worker.ready;

const scripted = new ScriptedModel({});
scripted.calls = [CALL];
const model = process.env["OPENAI_API_KEY"] ? new ChatOpenAI({ model: MODEL }).bindTools(tools) : scripted;
const graph = new StateGraph(MessagesAnnotation)
  .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode("tools", new ToolNode(tools))
  .addEdge("__start__", "agent")
  .addConditionalEdges("agent", toolsCondition)
  .addEdge("tools", "agent")
  .compile({ checkpointer: new MemorySaver() });
const { messages } = await graph.invoke(
  { messages: [new HumanMessage(PROMPT)] },
  { configurable: { thread_id: crypto.randomUUID() } },
);
console.log(messages.find((message) => ToolMessage.isInstance(message))?.content);
await worker.stop();
