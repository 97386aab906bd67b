import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Gate, openGate } from "../src/gate.ts";

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
afterAll(() => gate?.close());

test.each(["ai-sdk", "openai-agents", "langchain", "mastra", "mcp", "functions"])(
  "%s waits for the person, runs the edit once, and says so",
  async (name) => {
    const program = fileURLToPath(new URL(`../examples/${name}.ts`, import.meta.url));
    const { url, agentKey, workerKey } = gate.keys;
    const keys = { COUNTERSIGN_URL: url, COUNTERSIGN_AGENT_KEY: agentKey, COUNTERSIGN_WORKER_KEY: workerKey };
    // The scripted model, whatever keys this machine has.
    const env = { ...process.env, ...keys, OPENAI_API_KEY: "", AI_GATEWAY_API_KEY: "" };
    const child = spawn(process.execPath, ["--import", "tsx", "--conditions=@countersign/source", program], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const printed = text(child.stdout);
    const [pending] = await gate.untilPending("", 1);
    await gate.decide("approve", pending!.id, { userEdits: { amount: 4 } });
    const [work, told] = (await printed).trim().split("\n");
    expect(work).toBe("transferred 4 to ada");
    expect(JSON.parse(told ?? "")).toMatchObject({ status: "executed", effectiveInput: { to: "ada", amount: 4 } });
  },
);
