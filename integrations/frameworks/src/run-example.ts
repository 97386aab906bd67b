import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Gate, until } from "./gate.ts";

type Key = "OPENAI_API_KEY" | "AI_GATEWAY_API_KEY";

interface Example {
  /** Environment variable with the key of a real model; absent if the example has no model. */
  realModel?: Key;
  /** The call that waits for a person, and the edits of the approval; absent if the example decides by itself. */
  person?: { toolName: string; userEdits: { [key: string]: string | number } };
  /** The printed lines in order: text must be equal, an object must be contained in the line's JSON. */
  prints: (string | object)[];
}

const transfers = {
  person: { toolName: "transfer", userEdits: { to: "ada", amount: 4 } },
  prints: ["transferred 4 to ada", { status: "executed", effectiveInput: { to: "ada", amount: 4 } }],
};

/** One example for each adapter. */
export const EXAMPLES: Record<string, Example> = {
  "ai-sdk": { ...transfers, realModel: "AI_GATEWAY_API_KEY" },
  "openai-agents": { ...transfers, realModel: "OPENAI_API_KEY" },
  langchain: { ...transfers, realModel: "OPENAI_API_KEY" },
  langgraph: { ...transfers, realModel: "OPENAI_API_KEY" },
  mastra: { ...transfers, realModel: "OPENAI_API_KEY" },
  functions: { ...transfers, realModel: "OPENAI_API_KEY" },
  mcp: transfers,
  "mcp-v1": transfers,
  "claude-code": {
    person: { toolName: "example_Bash", userEdits: { command: "rm -rf build/old" } },
    prints: [{ permissionDecision: "allow", updatedInput: { command: "rm -rf build/old" } }],
  },
  interrupts: {
    prints: [
      "transferred 4 to ada",
      [
        { status: "executed", effectiveInput: { to: "ada", amount: 4 } },
        { toolCallId: "call-2", status: "refined", feedback: "less" },
      ],
    ],
  },
};

/** Runs one example as a child process and decides as the person. Returns the printed lines, JSON parsed to objects. */
export async function runExample(gate: Gate, name: string, env: NodeJS.ProcessEnv = {}): Promise<unknown[]> {
  const program = fileURLToPath(new URL(`../examples/${name}.ts`, import.meta.url));
  const { url, agentKey, workerKey, userToken } = gate.keys;
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=@countersign/source", program], {
    env: {
      ...process.env,
      // Empty keys select the scripted model, whatever keys this machine has.
      OPENAI_API_KEY: "",
      AI_GATEWAY_API_KEY: "",
      COUNTERSIGN_URL: url,
      COUNTERSIGN_AGENT_KEY: agentKey,
      COUNTERSIGN_WORKER_KEY: workerKey,
      COUNTERSIGN_USER_TOKEN: userToken,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let over = false;
    const ended = Promise.all([text(child.stdout), once(child, "close")]).finally(() => (over = true));
    const { person } = EXAMPLES[name]!;
    if (person !== undefined) {
      const { toolName, userEdits } = person;
      const pending = await until(async () => {
        const { items } = await gate.client.list({ toolName, status: ["pending"] });
        // Stops waiting if the example ended without a call.
        return over ? null : items[0];
      });
      if (pending !== null) await gate.decide("approve", pending.id, { userEdits });
    }
    const [printed, [code]] = await ended;
    if (code !== 0) throw new Error(`The example ${name} ended with ${String(code)}: ${printed}`);
    return printed
      .trim()
      .split("\n")
      .map((line) => (/^[[{]/.test(line) ? (JSON.parse(line) as unknown) : line));
  } finally {
    child.kill("SIGKILL");
  }
}
