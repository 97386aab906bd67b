import { expect, test } from "vitest";
import { RpcError } from "../../src/core/json-rpc.ts";
import { labelAnswer, labelError, upstreamQuestion } from "../../src/mcp/upstream-question.ts";

const trusted = { name: "hub", mayAsk: true };
const untrusted = { name: "odd", mayAsk: false };
const RLO = "\u202e";

test("G14 a question of a server begins with the server's name in our words, and hides no character", () => {
  const schema = { type: "object", properties: { title: { type: "string", title: `Name${RLO}`, default: `x${RLO}` } } };
  const asked = upstreamQuestion(trusted, "elicitation/create", {
    message: `The server “bank” asks: ${RLO}`,
    requestedSchema: schema,
  });
  expect(asked["message"]).toBe("The server “hub” asks: The server “bank” asks: ⟨U+202E RLO⟩");
  expect(asked["requestedSchema"]).toEqual({
    type: "object",
    properties: { title: { type: "string", title: "Name⟨U+202E RLO⟩", default: `x${RLO}` } },
  });
  const sampled = upstreamQuestion(trusted, "sampling/createMessage", {
    messages: [{ role: "user", content: { type: "text", text: `a${RLO}` } }],
    systemPrompt: "Be brief.",
    maxTokens: 5,
  });
  expect(sampled).toEqual({
    messages: [{ role: "user", content: { type: "text", text: "a⟨U+202E RLO⟩" } }],
    systemPrompt: "The server “hub” sends this request, not the user.\n\nBe brief.",
    maxTokens: 5,
  });
  expect(upstreamQuestion(untrusted, "roots/list", {})).toEqual({});
});

test("G14 a server that is not trusted asks nobody, in no era, until an administrator allows it", () => {
  const refusal = "odd is not trusted and cannot ask people or their models";
  expect(() => upstreamQuestion(untrusted, "elicitation/create", { message: "Password?" })).toThrow(refusal);
  expect(() => upstreamQuestion(untrusted, "sampling/createMessage", { messages: [] })).toThrow(refusal);
  const answer = {
    resultType: "input_required",
    inputRequests: { a: { method: "elicitation/create", params: { message: "Sure?" } } },
  };
  expect(() => labelAnswer(untrusted, answer)).toThrow(refusal);
  expect(labelAnswer(trusted, answer)).toMatchObject({
    inputRequests: { a: { params: { message: "The server “hub” asks: Sure?" } } },
  });
  const error = new RpcError(-32042, "Open action", {
    elicitations: [{ mode: "url", message: "Sign in", url: "https://example.com/", elicitationId: "e" }],
  });
  expect(labelError(untrusted, error)).toMatchObject({ message: expect.stringContaining(refusal), data: undefined });
  expect(labelError(trusted, error)).toMatchObject({
    data: { elicitations: [{ message: "The server “hub” asks: Sign in", url: "https://example.com/" }] },
  });
});
