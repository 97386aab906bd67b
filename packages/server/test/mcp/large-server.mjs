// An MCP server with answers of the requested size. Argument: the transport; stdio, http (a stream for each call), json or sse.
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [, , transport = "stdio"] = process.argv;
const tool = (name, more = {}) => ({ name, inputSchema: { type: "object" }, ...more });
const TOOLS = [
  tool("make"),
  tool("make_freely", { annotations: { readOnlyHint: true } }),
  tool("hold", { annotations: { readOnlyHint: true } }),
];
/** Calls of `hold`, answered after the next large answer is written. */
let held = [];
/** Large answers that are written only once a call of `hold` is there. */
let waiting = [];

/** An answer of about this many MiB, with the id at the end and text that looks like answers to other requests. */
function large(id, { mebibytes = 1, isError = false }) {
  const text = 'line "7" of \\ many: {"id":1,"result":{}}\n'.repeat(Math.ceil((mebibytes * 1024 * 1024) / 41));
  const result = JSON.stringify({ content: [{ type: "text", text }], ...(isError && { isError }) });
  return `{"jsonrpc":"2.0","result":${result},"id":${JSON.stringify(id)}}`;
}

function answer({ id, method, params = {} }, write) {
  const send = (result) => write(JSON.stringify({ jsonrpc: "2.0", id, result }));
  const text = (words) => ({ content: [{ type: "text", text: words }] });
  if (id === undefined) return;
  if (method === "initialize") {
    const { protocolVersion } = params;
    return send({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "large", version: "1" } });
  }
  if (method === "tools/list") return send({ tools: TOOLS });
  if (method !== "tools/call") return send({});
  if (params.name === "hold") {
    held.push(() => send(text("held and answered")));
    for (const give of waiting) give();
    waiting = [];
    return;
  }
  const give = () => {
    write(large(id, params.arguments ?? {}));
    for (const release of held) release();
    held = [];
  };
  if (params.arguments?.afterHold && held.length === 0) waiting.push(give);
  else give();
}

if (transport === "stdio") {
  for await (const line of createInterface({ input: process.stdin })) {
    answer(JSON.parse(line), (message) => process.stdout.write(`${message}\n`));
  }
} else {
  let events;
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request, response) => {
    if (request.method === "GET") {
      if (transport !== "sse") return response.writeHead(405).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /messages\n\n");
      events = response;
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const message = body === "" ? {} : JSON.parse(body);
    if (transport === "sse") {
      response.writeHead(202).end();
      return answer(message, (written) => events.write(`event: message\ndata: ${written}\n\n`));
    }
    if (message.id === undefined) return response.writeHead(202).end();
    const isStream = transport === "http";
    const headers = { "content-type": isStream ? "text/event-stream" : "application/json", "mcp-session-id": "one" };
    answer(message, (written) => {
      response.writeHead(200, headers);
      response.end(isStream ? `data: ${written}\n\n` : written);
    });
  };
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
}
