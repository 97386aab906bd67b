// An MCP server whose tool needs approval, and a client that calls it. Uses no model.
import { gatedIn } from "@countersign/sdk";
import { gateServer } from "@countersign/sdk/mcp";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { CALL, countersign, transfer } from "./countersign.ts";

const server = gateServer(new McpServer({ name: "bank", version: "1.0.0" }), { countersign });
const inputSchema = z.object({ to: z.string(), amount: z.number() });
server.registerTool("transfer", { description: "Transfer money", inputSchema }, async (input) => ({
  content: [{ type: "text", text: JSON.stringify(transfer(input)) }],
}));
const worker = countersign.work(gatedIn(server));
await worker.ready;

const client = new Client({ name: "clerk", version: "1.0.0" });
const [here, there] = InMemoryTransport.createLinkedPair();
await server.connect(here);
await client.connect(there);
const { structuredContent } = await client.callTool({ name: "transfer", arguments: CALL.input });
console.log(JSON.stringify(structuredContent));
await client.close();
await worker.stop();
