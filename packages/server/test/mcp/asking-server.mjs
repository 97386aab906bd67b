// A stdio MCP server; its tools send the client a request during a call. It lists `form_only` to clients with elicitation only.
// The argument is a file to which it appends the name of each called tool as a line.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , record] = process.argv;
const tool = (name) => ({
  name,
  description: `Tool ${name}`,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
});
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });
const ASKS = {
  form: ["elicitation/create", { message: "Which one?", requestedSchema: { type: "object", properties: {} } }],
  form_only: ["elicitation/create", { message: "Which one?", requestedSchema: { type: "object", properties: {} } }],
  sample: ["sampling/createMessage", { messages: [], maxTokens: 10 }],
  roots: ["roots/list", {}],
};
let capabilities = {};
const asking = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (method === undefined) {
    const call = asking.get(id);
    asking.delete(id);
    // This tool does not end after an error, so only the gate can end its call.
    if (call.name === "form" && error) continue;
    send({
      id: call.id,
      result: error ? { ...text(`no answer: ${error.message}`), isError: true } : text(JSON.stringify(result)),
    });
  } else if (method === "initialize") {
    ({ capabilities } = params);
    const { protocolVersion } = params;
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "asking", version: "1" } } });
  } else if (method === "tools/list") {
    const names = ["form", "sample", "roots", "gated_sample", "plain"];
    send({ id, result: { tools: [...names, ...(capabilities.elicitation ? ["form_only"] : [])].map(tool) } });
  } else if (method === "tools/call") {
    appendFileSync(record, `${params.name}\n`);
    const name = params.name.replace("gated_", "");
    if (name === "plain") send({ id, result: text("plain") });
    else {
      asking.set(`q${id}`, { id, name });
      send({ id: `q${id}`, method: ASKS[name][0], params: ASKS[name][1] });
    }
  } else if (id !== undefined) send({ id, result: {} });
}
