import { gatedIn } from "@countersign/sdk";
import { gateTools as gateAiSdk } from "@countersign/sdk/ai-sdk";
import { gateTools as gateAgents } from "@countersign/sdk/openai-agents";
import { Agent, run } from "@openai/agents";
import { MockLanguageModelV3 } from "ai-v6/test";
import { MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { generate, makeTool as makeAiTool } from "../src/ai-sdk.ts";
import { SCHEMAS, TOOL } from "../src/driver.ts";
import { type Gate, openGate, until } from "../src/gate.ts";
import { makeTool as makeAgentsTool, ScriptedModel } from "../src/openai-agents.ts";

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
afterAll(() => gate?.close());

const transfer = { description: "Transfer money", schema: SCHEMAS.first, execute: ({ to }: { to: string }) => ({ paid: to }) };
const CALLS = [5, 4].map((amount, n) => ({ id: `call-${n}`, input: { to: "ada", amount } }));

/** Runs an agent whose model calls the tool a second time, in the same run, after a person sent the first call back. */
async function checkLinked(prefix: string, tools: object, start: () => Promise<unknown>): Promise<void> {
  const worker = gate.client.work(gatedIn(tools));
  onTestFinished(() => worker.stop());
  await worker.ready;
  const running = start();
  const [first] = await gate.untilPending(prefix, 1);
  await gate.decide("refine", first!.id, { feedback: "less" });
  const second = await until(async () => (await gate.listOf(prefix)).find(({ id }) => id !== first!.id));
  expect(second).toMatchObject({ supersedes: first!.id, toolInput: { amount: 4 } });
  await gate.decide("approve", second.id);
  await running;
  expect(await gate.client.get(second.id)).toMatchObject({ status: "executed" });
}

test.each([6, 7] as const)(
  "AI SDK %i: the next call of a run without a session is linked to the one sent back",
  async (version) => {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const left = [...CALLS];
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
    const bare = makeAiTool(version, { description, inputSchema: schema, execute }) as never;
    const prefix = `sent_back_${version}_`;
    const tools = gateAiSdk({ [TOOL]: bare }, { countersign: gate.client, prefix, wait: "60s" });
    await checkLinked(prefix, tools, () => generate(version, { model, tools, prompt: "pay" }));
  },
);

test("OpenAI Agents: the next call of a run without a session is linked to the one sent back", async () => {
  const prefix = "sent_back_agents_";
  const tools = gateAgents([makeAgentsTool(transfer, false)], { countersign: gate.client, prefix, wait: "60s" });
  const left = [...CALLS];
  class Repeating extends ScriptedModel {
    override getResponse(request: Parameters<ScriptedModel["getResponse"]>[0]) {
      this.script(left.splice(0, 1));
      return super.getResponse(request);
    }
  }
  const agent = new Agent({ name: "payer", model: new Repeating(), tools });
  await checkLinked(prefix, tools, () => run(agent, "pay"));
});
