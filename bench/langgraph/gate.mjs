import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, Command, END, interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";

/** About 1 KB of arguments, like those that Countersign's own bench proposes. */
const toolCall = (n) => ({
  id: `call-${n}`,
  name: "write_record",
  args: { recordId: `r-${n}`, note: "x".repeat(1000) },
});

/** Interrupts with the call, and runs the tool when resumed with an approval. */
async function askThenRun(call, config, runTool) {
  const verdict = interrupt(call);
  return verdict === "approve" ? runTool(call, config.configurable.thread_id) : "rejected";
}

const graphs = {
  /** The usual agent loop: a model calls a tool, the tool asks first, the model again. The model's answers are hard-coded. */
  agent(runTool) {
    const model = ({ messages }) => {
      const last = messages.at(-1);
      if (ToolMessage.isInstance(last)) return { messages: [new AIMessage(last.content)] };
      const { id, name, args } = toolCall(last.content);
      return { messages: [new AIMessage({ content: "", tool_calls: [{ id, name, args, type: "tool_call" }] })] };
    };
    const tools = async ({ messages }, config) => {
      const call = messages.at(-1).tool_calls[0];
      return { messages: [new ToolMessage({ tool_call_id: call.id, content: await askThenRun(call, config, runTool) })] };
    };
    return new StateGraph(MessagesAnnotation)
      .addNode("model", model)
      .addNode("tools", tools)
      .addEdge(START, "model")
      .addConditionalEdges("model", ({ messages }) => (messages.at(-1).tool_calls?.length ? "tools" : END), ["tools", END])
      .addEdge("tools", "model");
  },
  /** The smallest graph that can ask: one node, no model, no messages. LangGraph's best case. */
  smallest(runTool) {
    return new StateGraph(Annotation.Root({ call: Annotation(), result: Annotation() }))
      .addNode("gate", async ({ call }, config) => ({ result: await askThenRun(call, config, runTool) }))
      .addEdge(START, "gate")
      .addEdge("gate", END);
  },
};
export const shapes = Object.keys(graphs);

const inputs = { agent: (n) => ({ messages: [new HumanMessage(String(n))] }), smallest: (n) => ({ call: toolCall(n) }) };
const results = { agent: (state) => state.messages.at(-1).content, smallest: (state) => state.result };

/** One LangGraph application: a pool, a saver in its own schema, the graph compiled once. */
export async function openGate(url, { shape, schema, connections, runTool, durability = "async" }) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  const graph = graphs[shape](runTool).compile({ checkpointer: saver });
  const configOf = (threadId) => ({ configurable: { thread_id: threadId }, durability });
  return {
    pool,
    async propose(threadId) {
      const state = await graph.invoke(inputs[shape](threadId), configOf(threadId));
      if (state.__interrupt__?.length !== 1) throw new Error(`${threadId} did not stop for approval.`);
    },
    async approve(threadId) {
      const state = await graph.invoke(new Command({ resume: "approve" }), configOf(threadId));
      if (results[shape](state) !== "done") throw new Error(`${threadId} did not run.`);
    },
    dropSchema: () => pool.query(`drop schema "${schema}" cascade`),
    close: () => pool.end(),
  };
}
