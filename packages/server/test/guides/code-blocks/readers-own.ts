const COUNTERSIGN = 'declare const countersign: import("@countersign/sdk").Countersign;';

/** A tool of the AI SDK, and of what takes the same form. */
const aiTool = (name: string): string =>
  `declare const ${name}: { description: string; inputSchema: import("zod").ZodObject; execute(input: object): Promise<string> };`;

/** A tool of OpenAI Agents and of LangChain. */
const namedTool = (name: string): string =>
  `declare const ${name}: { type: "function"; name: string; description: string; schema: object; parameters: object;
    invoke(context: object, input: string): Promise<string> };`;

/** By page: what its programs use of the reader's. Names of our packages and of zod are imported by the page itself. */
export const READERS_OWN: Readonly<Record<string, string>> = {
  "docs/adapters/README.md": `${COUNTERSIGN} ${aiTool("sendMail")} ${aiTool("deleteFile")}`,
  "docs/adapters/ai-sdk.md": `${COUNTERSIGN} ${aiTool("sendMail")} ${aiTool("deleteFile")} ${aiTool("readFile")}
    declare const model: import("ai").LanguageModel; declare const prompt: string;`,
  "docs/adapters/functions.md": `${COUNTERSIGN} declare const bank: { close(input: { accountId: string }): Promise<string> };
    declare const sessionId: string; declare const call: { id: string; arguments: { accountId: string } };`,
  "docs/adapters/interrupts.md": `declare const url: string; declare const token: string; declare const sessionId: string;
    declare const decisions: import("@countersign/sdk/interrupts").HitlDecision[];
    declare const toolCallIds: Record<string, string>;
    declare const input: { resume: import("@countersign/sdk/interrupts").AgUiResume[] };`,
  "docs/adapters/langchain.md": `${COUNTERSIGN} ${namedTool("sendMail")} ${namedTool("deleteFile")} ${namedTool("readFile")}
    declare const model: object;`,
  "docs/adapters/mastra.md": `${COUNTERSIGN} declare const model: object; declare const instructions: string;
    declare const sendMail: { id: string; description: string; execute(input: object): Promise<string> };
    declare const deleteFile: typeof sendMail;`,
  "docs/adapters/mcp.md": `${COUNTERSIGN} declare const config: { description: string };
    declare const handler: () => Promise<{ content: { type: "text"; text: string }[] }>;`,
  "docs/adapters/openai-agents.md": `${COUNTERSIGN} ${namedTool("sendMail")} ${namedTool("deleteFile")}`,
  "docs/custom-proposals.md": `${COUNTERSIGN}
    declare const prices: {
      read(product: string): Promise<{ version: string; price: { amount: string; currency: string } } | undefined>;
      writeIf(product: string, version: string | null | undefined, amount: string, key: string): Promise<boolean>;
      findWrite(key: string): Promise<{ happened: true; result: object } | { happened: false }>; };`,
  "docs/questions.md": `${COUNTERSIGN} declare const pack: (size: "S" | "M", count: number) => Promise<void>;`,
  "docs/sdk.md": `declare const log: { warn(error: unknown): void };
    declare const bank: { close(input: { accountId: string; reason: string },
      options: { idempotencyKey: string; signal: AbortSignal }): Promise<string> };
    declare const invoices: { name: string; owes: number }[]; declare const png: Buffer;
    declare const mail: { remind(month: string): Promise<string> };
    declare const askModel: (question: string, signal: AbortSignal) => Promise<string>;`,
};

/**
 * What the pages use of frameworks that are not installed in this folder. `npm run frameworks` runs each adapter's example with the
 * real ones.
 */
export const FRAMEWORKS = `
  declare module "langchain" {
    export const createAgent: (options: { model: object; tools: object[];
      middleware: import("@countersign/sdk/langchain").GateMiddleware<object>[] }) => object;
  }
  declare module "@langchain/langgraph/prebuilt" {
    export const ToolNode: new (tools: object[]) => object;
  }
  declare module "@mastra/core/agent" {
    export const Agent: new (options: { id: string; name: string; instructions: string; model: object; tools: object }) => object;
  }
  declare module "@openai/agents" {
    export const Agent: new (options: { name: string; tools: object[] }) => object;
  }
`;
