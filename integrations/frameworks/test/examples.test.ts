import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startFakeOpenAi } from "../src/fake-openai.ts";
import { type Gate, openGate } from "../src/gate.ts";
import { EXAMPLES, runExample } from "../src/run-example.ts";

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
afterAll(() => gate?.close());

const matching = (expected: readonly (string | object)[]) =>
  expected.map((line) =>
    typeof line === "string"
      ? line
      : Array.isArray(line)
        ? line.map((one) => expect.objectContaining(one) as unknown)
        : (expect.objectContaining(line) as unknown),
  );

test.each(Object.keys(EXAMPLES))("%s waits for the person, does what they decided once, and says so", async (name) => {
  expect(await runExample(gate, name)).toEqual(matching(EXAMPLES[name]!.prints));
});

// Mastra and the AI SDK's gateway use fixed URLs, so only `scripts/real-models.ts` runs them with a real key.
test.each(["openai-agents", "langchain", "langgraph", "functions"])(
  "%s asks the provider's model where a key is set",
  async (name) => {
    const provider = await startFakeOpenAi();
    onTestFinished(() => provider.stop());
    const env = { OPENAI_API_KEY: "sk-fake", OPENAI_BASE_URL: provider.url, COUNTERSIGN_EXAMPLE_MODEL: "fake-model" };
    expect(await runExample(gate, name, env)).toEqual(matching(EXAMPLES[name]!.prints));
    expect(provider.asked[0]).toMatchObject({ model: "fake-model" });
    expect(JSON.stringify(provider.asked[0])).toContain("Transfer 5 to ada");
  },
);
