import type { Countersign } from "@countersign/sdk";
import { gateTools as gateAiSdk } from "@countersign/sdk/ai-sdk";
import { gateTools as gateAgents } from "@countersign/sdk/openai-agents";
import { Agent, run } from "@openai/agents";
import { MockLanguageModelV3 } from "ai-v6/test";
import { MockLanguageModelV4 } from "ai/test";
import { generate, makeTool as makeAiTool } from "./ai-sdk.ts";
import { type Call, SCHEMAS, TOOL } from "./driver.ts";
import { makeTool as makeAgentsTool, ScriptedModel } from "./openai-agents.ts";

interface RunOptions {
  countersign: Countersign;
  prefix: string;
  wait: string;
}

/** A run whose model makes these calls one after the other, whatever their results are. */
type OpenRun = (calls: readonly Call[], options: RunOptions) => { tools: object; start: () => Promise<unknown> };

const transfer = { description: "Transfer money", schema: SCHEMAS.first, execute: ({ to }: { to: string }) => ({ paid: to }) };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const runAiSdk =
  (version: 6 | 7): OpenRun =>
  (calls, options) => {
    const left = [...calls];
    const doGenerate = async () => {
      const call = left.shift();
      const content = call
        ? [{ type: "tool-call", toolCallId: call.id, toolName: TOOL, input: JSON.stringify(call.input) }]
        : [{ type: "text", text: "done" }];
      const reason = call ? "tool-calls" : "stop";
      return { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] } as never;
    };
    const model = version === 7 ? new MockLanguageModelV4({ doGenerate }) : new MockLanguageModelV3({ doGenerate });
    const { description, schema, execute } = transfer;
    const tools = gateAiSdk({ [TOOL]: makeAiTool(version, { description, inputSchema: schema, execute }) as never }, options);
    return { tools, start: () => generate(version, { model, tools, prompt: "pay" }) };
  };

const runAgents: OpenRun = (calls, options) => {
  const left = [...calls];
  class Repeating extends ScriptedModel {
    override getResponse(request: Parameters<ScriptedModel["getResponse"]>[0]) {
      this.script(left.splice(0, 1));
      return super.getResponse(request);
    }
  }
  const tools = gateAgents([makeAgentsTool(transfer, false)], options);
  const agent = new Agent({ name: "payer", model: new Repeating(), tools });
  return { tools, start: () => run(agent, "pay") };
};

/** The frameworks whose runs are recognised without a session id. */
export const RUNS = { "AI SDK 6": runAiSdk(6), "AI SDK 7": runAiSdk(7), "OpenAI Agents": runAgents } as const;
