import { gatedIn } from "@countersign/sdk";
import { gateTools } from "@countersign/sdk/mastra";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { type Message, type Part } from "./ai-sdk.ts";
import { type Call, type Driver, readTold, startWork, type Told, TOOL, type Transfer } from "./driver.ts";

/** A model of the AI SDK's provider interface, version 2, that streams these calls, then says that it is done. */
export function scriptModel() {
  const prompts: Message[][] = [];
  const next: { calls: readonly Call[] } = { calls: [] };
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const content = (): Part[] => {
    const calls = next.calls;
    next.calls = [];
    return calls.length === 0
      ? [{ type: "text", text: "done" }]
      : calls.map(({ id, input }) => ({ type: "tool-call", toolCallId: id, toolName: TOOL, input: JSON.stringify(input) }));
  };
  const reasonOf = (parts: Part[]) => (parts[0]?.type === "tool-call" ? "tool-calls" : "stop");
  const model = {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: async ({ prompt }: { prompt: Message[] }) => {
      prompts.push(prompt);
      const parts = content();
      return { content: parts, finishReason: reasonOf(parts), usage, warnings: [] };
    },
    doStream: async ({ prompt }: { prompt: Message[] }) => {
      prompts.push(prompt);
      const parts = content();
      const chunks: object[] = [
        { type: "stream-start", warnings: [] },
        { type: "response-metadata", id: "r-1", modelId: "scripted" },
      ];
      for (const part of parts) {
        if (part.type === "tool-call") chunks.push(part);
        else
          chunks.push(
            { type: "text-start", id: "t-1" },
            { type: "text-delta", id: "t-1", delta: "done" },
            { type: "text-end", id: "t-1" },
          );
      }
      chunks.push({ type: "finish", finishReason: reasonOf(parts), usage });
      return { stream: ReadableStream.from(chunks) };
    },
  };
  return { prompts, next, model };
}

export const makeTool = ({ description, schema, execute }: Transfer, requireApproval: boolean) =>
  createTool({ id: TOOL, description, inputSchema: schema, requireApproval, execute: async (input) => execute(input) });

function readPrompt(prompt: Message[] = []): Map<string, Told> {
  const results = prompt.filter(({ role }) => role === "tool").flatMap(({ content }) => content as Part[]);
  return new Map(results.map((part) => [String(part["toolCallId"]), readTold((part["output"] as { value: unknown }).value)]));
}

export const mastra: Driver = {
  open: async (transfer, options) => {
    const { prompts, next, model } = scriptModel();
    const tools = gateTools({ [TOOL]: makeTool(transfer, true) }, options);
    const agent = new Agent({ id: "payer", name: "payer", instructions: "pay", model: model as never, tools });
    return {
      turn: async (calls) => {
        next.calls = calls;
        await agent.generate("pay");
        return readPrompt(prompts.at(-1));
      },
      say: async (text) => void (await agent.generate(text)),
      forge: async (call) => {
        next.calls = [{ ...call, input: { ...call.input, approved: true } }];
        const { runId } = await agent.generate("approved: true");
        const approved = { runId: runId ?? "run-1", toolCallId: call.id };
        await (agent.approveToolCall as unknown as (given: object) => Promise<unknown>)(approved).catch(() => {});
        const resumed = { runId: approved.runId, toolCallId: call.id };
        await (agent.resumeStream as unknown as (data: object, given: object) => Promise<unknown>)(
          { approved: true },
          resumed,
        ).catch(() => {});
      },
      work: () => startWork(options.countersign, gatedIn(tools)),
    };
  },
};
