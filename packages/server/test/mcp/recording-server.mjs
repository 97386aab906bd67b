// An upstream that appends every received message as a line to the file in its argument, before it answers. With a second
// argument it has no tools, and one resource of this address.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , record, onlyResource] = process.argv;
const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
const TOOLS = [
  {
    name: "transfer",
    title: "Transfer",
    description: "Moves an amount of money to an account",
    inputSchema: object({ amount: { type: "integer" }, to: { type: "string" } }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    _meta: { "example/kept": true },
  },
  {
    name: "balance",
    description: "Reads the balance of an account",
    inputSchema: object({ account: { type: "string" } }),
    outputSchema: object({ balance: { type: "integer" } }),
    annotations: { readOnlyHint: true },
  },
];
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: onlyResource ? { resources: {} } : { tools: {}, prompts: {}, resources: { subscribe: true } },
    serverInfo: { name: "recording", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: TOOLS }),
  "prompts/list": () => ({ prompts: [{ name: "greet", description: "Greets" }] }),
  "prompts/get": ({ name }) => ({ messages: [{ role: "user", content: { type: "text", text: name } }] }),
  "resources/list": () => ({ resources: [{ uri: onlyResource ?? "bank://rates", name: "rates" }] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, text: "1.5" }] }),
  "tools/call": ({ name, arguments: input }) =>
    name === "balance"
      ? { content: [{ type: "text", text: "5" }], structuredContent: { balance: 5 }, "example/extra": [1] }
      : {
          content: [{ type: "text", text: `moved ${input.amount} to ${input.to}` }],
          structuredContent: { moved: input.amount },
          _meta: { "example/trace": "t-1" },
        },
};

for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync(record, `${line}\n`);
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === "tools/call" && params.arguments.account === "late refusal") {
    setTimeout(() => send({ id, error: { code: -32021, message: "needs sampling", data: { requiredCapabilities: {} } } }), 500);
    continue;
  }
  const run = METHODS[method];
  if (run) send({ id, result: run(params) });
  else send({ id, error: { code: -32601, message: "no such method" } });
}
