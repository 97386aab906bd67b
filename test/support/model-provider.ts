import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { findFreePort } from "../../scripts/lib/find-free-port.mjs";

export interface ToldMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null | { type: "text"; text: string }[];
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}
export interface ProviderRequest {
  model: string;
  messages: ToldMessage[];
  tools: { name: string; parameters: unknown }[];
  authorization: string | undefined;
  userAgent: string | undefined;
}
export type ProviderAnswer =
  | {
      text?: string;
      calls?: { name: string; input: unknown }[];
      /** Ends the connection after the text, before the answer is complete. */
      cut?: boolean;
      /** Called before the first words are sent. */
      onFirst?: () => void;
      /** Awaited after the first words were sent. */
      pause?: Promise<unknown>;
    }
  | { status: number; message: string };

export interface ModelProvider {
  /** Base URL for a connection's settings. */
  baseUrl: string;
  readonly requests: readonly ProviderRequest[];
  /** Sets how later requests are answered. */
  answerWith(answer: (request: ProviderRequest) => ProviderAnswer | Promise<ProviderAnswer>): void;
  close(): Promise<void>;
}

/**
 * Fake of OpenAI's streaming chat completions API. Refuses what the API refuses: a wrong key or model, invalid tool names,
 * results without a call, calls without a result.
 */
export async function startModelProvider(apiKey: string, model = "test-model"): Promise<ModelProvider> {
  const requests: ProviderRequest[] = [];
  let answer: (request: ProviderRequest) => ProviderAnswer | Promise<ProviderAnswer> = () => ({ text: "Hello." });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, message: string): void => {
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message, type: "error" } }));
    };
    const { authorization, "user-agent": userAgent } = request.headers;
    if (authorization !== `Bearer ${apiKey}`) return refuse(401, "Incorrect API key provided.");
    if (request.url === "/v1/models")
      return void response.writeHead(200).end(JSON.stringify({ object: "list", data: [{ id: model }] }));
    if (request.url !== "/v1/chat/completions" || request.method !== "POST") return refuse(404, "Unknown request URL.");
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
    const read = readRequest(text);
    if (typeof read === "string") return refuse(400, read);
    const asked: ProviderRequest = { ...read, authorization, userAgent };
    if (asked.model !== model) return refuse(404, `The model \`${asked.model}\` does not exist.`);
    requests.push(asked);
    const given = await answer(asked);
    if ("status" in given) return refuse(given.status, given.message);
    await stream(response, given, model);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    answerWith: (next) => (answer = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function readRequest(text: string): Pick<ProviderRequest, "model" | "messages" | "tools"> | string {
  const {
    model,
    messages,
    tools = [],
    stream: streams,
  } = JSON.parse(text) as {
    model: string;
    messages: ToldMessage[];
    tools?: { function: { name: string; parameters: unknown } }[];
    stream?: boolean;
  };
  if (streams !== true) return "This server streams only.";
  const bad = tools.find(({ function: { name } }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name));
  if (bad) return `Invalid 'tools[].function.name': '${bad.function.name}'.`;
  const open = new Set<string>();
  for (const { role, tool_calls: calls = [], tool_call_id: id } of messages) {
    if (role === "tool" && !open.delete(id ?? ""))
      return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
    if (role !== "tool" && open.size > 0)
      return `An assistant message with 'tool_calls' must be followed by tool messages: ${[...open].join()}.`;
    for (const call of calls) open.add(call.id);
  }
  if (open.size > 0) return `An assistant message with 'tool_calls' must be followed by tool messages: ${[...open].join()}.`;
  return { model, messages, tools: tools.map(({ function: { name, parameters } }) => ({ name, parameters })) };
}

let made = 0;

async function stream(
  response: ServerResponse,
  { text = "", calls = [], cut = false, onFirst, pause }: Extract<ProviderAnswer, { text?: string }>,
  model: string,
): Promise<void> {
  made += 1;
  const id = `chatcmpl-${made}`;
  const send = (choice: object, more: object = {}): boolean =>
    response.write(
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 1, model, choices: [choice], ...more })}\n\n`,
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  const pieces = text.match(/.{1,8}/gs) ?? [];
  for (const [n, content] of pieces.entries()) {
    if (n === 0) onFirst?.();
    send({ index: 0, delta: { role: "assistant", content }, finish_reason: null });
    await new Promise((resolve) => setImmediate(resolve));
    if (n === 0) await pause;
  }
  if (cut) return void response.destroy();
  for (const [index, { name, input }] of calls.entries()) {
    const call = { index, id: `call_${made}_${index}`, type: "function", function: { name, arguments: JSON.stringify(input) } };
    send({ index: 0, delta: { tool_calls: [call] }, finish_reason: null });
  }
  send({ index: 0, delta: {}, finish_reason: calls.length > 0 ? "tool_calls" : "stop" });
  response.write(
    `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 1, model, choices: [], usage: { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 } })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

/** Below 32768, where no client is given a port by the system. */
