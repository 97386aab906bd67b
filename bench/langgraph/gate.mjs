import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";

/** About 1 KB of arguments, as Countersign's own bench proposes them. */
export const toolCall = (n) => ({
  id: `call-${n}`,
  name: "write_record",
  args: { recordId: `r-${n}`, note: "x".repeat(1000) },
});

/**
 * The smallest graph that has an approval: one node that stops at `interrupt()` with the call and runs the tool when it is
 * resumed. A graph with a model node before it writes more; this is LangGraph's best case.
 */
function buildGraph(runTool, checkpointer) {
  const State = Annotation.Root({ call: Annotation(), result: Annotation() });
  return new StateGraph(State)
    .addNode("gate", async ({ call }, config) => {
      const verdict = interrupt(call);
      if (verdict !== "approve") return { result: "rejected" };
      return { result: await runTool(call, config.configurable.thread_id) };
    })
    .addEdge(START, "gate")
    .addEdge("gate", END)
    .compile({ checkpointer });
}

/** One LangGraph application: a pool, a saver in a schema of its own, the graph compiled once. */
export async function openGate(url, { schema, connections, runTool }) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  return {
    pool,
    graph: buildGraph(runTool, saver),
    dropSchema: () => pool.query(`drop schema "${schema}" cascade`),
    close: () => pool.end(),
  };
}
