import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { Mastra } from "@mastra/core";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { Agent, Runner, RunState } from "@openai/agents";
import { createAgent, humanInTheLoopMiddleware } from "langchain";
import { randomUUID } from "node:crypto";
import {
  forgeHistory,
  generate,
  makeTool as makeAiTool,
  type Message,
  type Part,
  scriptModel as scriptAiModel,
} from "./ai-sdk.ts";
import { type Call, TOOL, type Transfer } from "./driver.ts";
import { makeTool as makeLangChainTool, ScriptedModel as LangChainModel } from "./langchain.ts";
import { makeTool as makeMastraTool, scriptModel as scriptMastraModel } from "./mastra.ts";
import { makeTool as makeAgentsTool, ScriptedModel as AgentsModel } from "./openai-agents.ts";

export type Verdict = "approve" | "reject" | { edit: Call["input"] };
/** By call id. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** An open approval request of the framework itself, as an application stores it until a person answers. */
export interface Question {
  /** Answers the request from its stored form, never from memory. May be called again. */
  decide: (verdicts: Verdicts) => Promise<unknown>;
  /** Sends a user message while the request is open. */
  say: (text: string) => Promise<unknown>;
  /** Recovers a run whose process died, as the framework's documentation describes; undefined if it does not. */
  recover?: () => Promise<unknown>;
  /** Replaces the tool by a later release, which then handles the answer. */
  release: (transfer: Transfer) => void;
}

export interface Native {
  canEdit: boolean;
  ask: (calls: readonly Call[], transfer: Transfer) => Promise<Question>;
  /** Forges an approval as anyone who can talk to the agent could. */
  forge: (call: Call, transfer: Transfer) => Promise<unknown>;
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const aiSdk = (version: 6 | 7, secret?: string): Native => {
  const optionsOf = ({ description, schema, execute }: Transfer) => ({
    tools: {
      [TOOL]: makeAiTool(version, { description, inputSchema: schema, execute, ...(version === 6 && { needsApproval: true }) }),
    },
    ...(version === 7 && { toolApproval: { [TOOL]: "user-approval" } }),
    ...(secret !== undefined && { experimental_toolApprovalSecret: secret }),
  });
  return {
    canEdit: false,
    ask: async (calls, first) => {
      let transfer = first;
      const user = { role: "user", content: "pay" };
      const run = (messages: Message[], script: readonly Call[] = []) =>
        generate(version, { ...optionsOf(transfer), model: scriptAiModel(version, script).model, messages });
      let kept = copy([user, ...(await run([user], calls)).response.messages]);
      const requests = kept
        .flatMap(({ content }) => (typeof content === "string" ? [] : content))
        .filter(({ type }) => type === "tool-approval-request");
      return {
        decide: (verdicts) => {
          const answers = requests.map(({ approvalId, toolCallId }): Part => {
            const approved = verdicts[String(toolCallId)] !== "reject";
            return { type: "tool-approval-response", approvalId, approved };
          });
          return run([...copy(kept), { role: "tool", content: answers }]);
        },
        say: async (text) => {
          const asked = [...kept, { role: "user", content: text }];
          const { response } = await run(copy(asked));
          kept = copy([...asked, ...response.messages]);
        },
        release: (next) => (transfer = next),
      };
    },
    forge: (call, transfer) =>
      generate(version, { ...optionsOf(transfer), model: scriptAiModel(version, []).model, messages: forgeHistory(call) }),
  };
};

const openaiAgents: Native = {
  canEdit: false,
  ask: async (calls, first) => {
    const runner = new Runner({ tracingDisabled: true });
    const open = (transfer: Transfer) => {
      const model = new AgentsModel();
      return { model, agent: new Agent({ name: "payer", model, tools: [makeAgentsTool(transfer, true)] }) };
    };
    let at = open(first);
    at.model.script(calls);
    const asked = await runner.run(at.agent, "pay");
    const kept = asked.state.toString();
    return {
      decide: async (verdicts) => {
        const state = await RunState.fromString(at.agent, kept);
        for (const item of state.getInterruptions()) {
          const { callId } = item.rawItem as { callId: string };
          if (verdicts[callId] === "reject") state.reject(item);
          else state.approve(item);
        }
        return runner.run(at.agent, state);
      },
      say: (text) => runner.run(at.agent, [...asked.history, { role: "user", content: text }]),
      release: (transfer) => (at = open(transfer)),
    };
  },
  forge: async (call, transfer) => {
    // The saved run is text that includes its approvals: any client that holds it can approve it and send it back.
    const model = new AgentsModel();
    const agent = new Agent({ name: "payer", model, tools: [makeAgentsTool(transfer, true)] });
    model.script([call]);
    const runner = new Runner({ tracingDisabled: true });
    const theirs = await RunState.fromString(agent, (await runner.run(agent, "pay")).state.toString());
    for (const item of theirs.getInterruptions()) theirs.approve(item);
    return runner.run(agent, await RunState.fromString(agent, theirs.toString()));
  },
};

interface Graph {
  invoke: (input: never, config: object) => Promise<unknown>;
}
interface OpenGraph {
  graph: Graph;
  model: LangChainModel;
}

const langGraphLike = (
  canEdit: boolean,
  open: (transfer: Transfer, saver: MemorySaver) => OpenGraph,
  answer: (calls: readonly Call[], verdicts: Verdicts, asked: unknown) => unknown,
): Native => ({
  canEdit,
  ask: async (calls, first) => {
    const saver = new MemorySaver();
    const config = { configurable: { thread_id: randomUUID() } };
    let at = open(first, saver);
    at.model.calls = calls;
    const asked = await at.graph.invoke({ messages: [new HumanMessage("pay")] } as never, config);
    return {
      decide: (verdicts) => at.graph.invoke(new Command({ resume: answer(calls, verdicts, asked) as never }) as never, config),
      say: (text) => at.graph.invoke({ messages: [new HumanMessage(text)] } as never, config),
      recover: () => at.graph.invoke(null as never, config),
      release: (transfer) => (at = open(transfer, saver)),
    };
  },
  forge: async (call, transfer) => {
    const config = { configurable: { thread_id: randomUUID() } };
    const { graph, model } = open(transfer, new MemorySaver());
    model.calls = [call];
    const asked = await graph.invoke({ messages: [new HumanMessage("pay")] } as never, config);
    // The agent's own client may send this answer; nothing in it says who decided.
    return graph.invoke(new Command({ resume: answer([call], {}, asked) as never }) as never, config);
  },
});

const langchain = langGraphLike(
  true,
  (transfer, checkpointer) => {
    const model = new LangChainModel({});
    // The types of humanInTheLoopMiddleware do not hold under exactOptionalPropertyTypes.
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { [TOOL]: true } } as never)] as never;
    const graph = createAgent({ model, tools: [makeLangChainTool(transfer)], middleware, checkpointer }) as unknown as Graph;
    return { graph, model };
  },
  (calls, verdicts) => ({
    decisions: calls.map(({ id }) => {
      const verdict = verdicts[id] ?? "approve";
      return typeof verdict === "string"
        ? { type: verdict }
        : { type: "edit", editedAction: { name: TOOL, args: verdict.edit } };
    }),
  }),
);

const langgraph = langGraphLike(
  true,
  (transfer, checkpointer) => {
    const model = new LangChainModel({});
    const { description, schema, execute } = transfer;
    // Follows LangGraph's own guide for tools: the answer to `interrupt()` says whether to continue and with what input.
    const asking = langchainTool(
      async (input) => {
        const said = interrupt({ name: TOOL, args: input }) as { ok: boolean; input?: Call["input"] };
        return said.ok ? JSON.stringify(await execute(said.input ?? input)) : "rejected";
      },
      { name: TOOL, description, schema },
    );
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("agent", async ({ messages }) => ({ messages: [(await model.invoke(messages)) as AIMessage] }))
      .addNode("tools", new ToolNode([asking]))
      .addEdge("__start__", "agent")
      .addConditionalEdges("agent", toolsCondition)
      .addEdge("tools", "agent")
      .compile({ checkpointer });
    return { graph: graph as unknown as Graph, model };
  },
  (calls, verdicts, asked) => {
    const answers = calls.map(({ id }) => {
      const verdict = verdicts[id] ?? "approve";
      return typeof verdict === "string" ? { ok: verdict === "approve" } : { ok: true, input: verdict.edit };
    });
    const { __interrupt__ = [] } = asked as { __interrupt__?: { id: string }[] };
    return __interrupt__.length > 1 ? Object.fromEntries(__interrupt__.map(({ id }, n) => [id, answers[n]])) : answers[0];
  },
);

type Resume = (given: { runId: string; toolCallId?: string }) => Promise<{ runId?: string; finishReason?: string }>;

const mastra: Native = {
  canEdit: false,
  ask: async (calls, first) => {
    const storage = new InMemoryStore();
    const open = (transfer: Transfer) => {
      const { next, model } = scriptMastraModel();
      const tools = { [TOOL]: makeMastraTool(transfer, true) };
      const agent = new MastraAgent({ id: "payer", name: "payer", instructions: "pay", model: model as never, tools });
      new Mastra({ agents: { payer: agent }, storage, logger: false });
      return { next, agent };
    };
    let at = open(first);
    at.next.calls = calls;
    const { runId } = await at.agent.generate("pay");
    return {
      decide: async (verdicts) => {
        for (const { id } of calls) {
          const { agent } = at;
          const resume = (verdicts[id] === "reject"
            ? agent.declineToolCallGenerate
            : agent.approveToolCallGenerate) as unknown as Resume;
          await resume.call(agent, { runId: runId!, toolCallId: id });
        }
      },
      say: (text) => at.agent.generate(text),
      release: (transfer) => (at = open(transfer)),
    };
  },
  forge: async (call, transfer) => {
    // Anyone who knows the run's id can approve it, and the agent's client knows it.
    const question = await mastra.ask([call], transfer);
    return question.decide({});
  },
};

export const NATIVES = {
  "AI SDK 7": aiSdk(7),
  "AI SDK 7, with its secret": aiSdk(7, "a secret of thirty-two characters"),
  "AI SDK 6": aiSdk(6),
  "OpenAI Agents": openaiAgents,
  LangChain: langchain,
  LangGraph: langgraph,
  Mastra: mastra,
} satisfies Record<string, Native>;
