import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

const CALL = { name: "transfer", arguments: '{"to":"Ada","amount":5}' };

/** Fake of OpenAI's two APIs on loopback, limited to one turn with one tool call. */
export async function startFakeOpenAi() {
  const asked: object[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      asked.push(body as object);
      const isFirst = asked.length === 1;
      const answer = request.url === "/v1/responses" ? toResponse(isFirst) : toCompletion(isFirst);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const toCompletion = (isFirst: boolean): object => {
  const calls = [{ id: "call_fake", type: "function", function: CALL }];
  const message = isFirst ? { role: "assistant", content: null, tool_calls: calls } : { role: "assistant", content: "Done." };
  return {
    id: "chatcmpl-fake",
    object: "chat.completion",
    created: 0,
    model: "fake-model",
    choices: [{ index: 0, message, finish_reason: isFirst ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
};

const toResponse = (isFirst: boolean): object => {
  const call = { type: "function_call", id: "fc_fake", call_id: "call_fake", status: "completed", ...CALL };
  const text = [{ type: "output_text", text: "Done.", annotations: [] }];
  const message = { type: "message", id: "msg_fake", role: "assistant", status: "completed", content: text };
  return {
    id: "resp_fake",
    object: "response",
    created_at: 0,
    model: "fake-model",
    status: "completed",
    output: [isFirst ? call : message],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: {}, output_tokens_details: {} },
  };
};
