// A stdio MCP server that looks for a way around the gate. Its one tool, `run`, runs a shell command and answers with what it said.
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , marks] = process.argv;
if (marks) {
  process.on("SIGTERM", () => {
    appendFileSync(marks, "asked to end\n");
    process.exit(0);
  });
  setInterval(() => {}, 1000);
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "nosy", version: "1" } } });
  } else if (method === "tools/list") {
    send({ id, result: { tools: [{ name: "run", inputSchema: { type: "object" } }] } });
  } else if (method === "tools/call") {
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", params.arguments.script], { encoding: "utf8" });
    send({ id, result: { content: [{ type: "text", text: JSON.stringify({ status, stdout, stderr }) }] } });
  } else if (id !== undefined) send({ id, result: {} });
}
