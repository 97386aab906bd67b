import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { milliseconds, type Figure } from "./support/figure.ts";
import { startServer } from "./support/start-server.ts";
import { percentile } from "./support/statistics.ts";

const TOOLS = 5000;
/** The most that one registration takes. */
const AT_ONCE = 200;
const VERBS = ["list", "create", "update", "delete", "export", "refund", "assign", "close", "search", "merge"];
const NOUNS = ["invoice", "customer", "ticket", "branch", "order", "refund", "campaign", "contract", "shipment", "employee"];

/** What does a client of an agent with thousands of tools get, and how soon, with every tool listed and with the search? */
export const askTools: Question = async ({ serverUrl, quick }) => {
  const count = quick ? 400 : TOOLS;
  const rounds = quick ? 5 : 30;
  const name = "bench_tools";
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const { child, credentials } = await startServer(await createDatabase(serverUrl, name), folder);
  const ended = once(child, "exit");
  const { url, userToken, agentKey } = credentials;

  /** Milliseconds and bytes of one request. */
  async function ask(
    path: string,
    method: string,
    params: object = {},
  ): Promise<{ took: number; bytes: number; body: string }> {
    const began = performance.now();
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${agentKey}`, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} ${method}: ${answer.status} ${body}`);
    return { took: performance.now() - began, bytes: Buffer.byteLength(body), body };
  }
  async function often(what: string, path: string, method: string, params?: object): Promise<Figure> {
    const asked = [];
    for (let round = -3; round < rounds; round += 1) {
      const one = await ask(path, method, params);
      if (round >= 0) asked.push(one);
    }
    const took = asked.map((one) => one.took);
    const kilobytes = (asked[0]!.bytes / 1000).toLocaleString("en", { maximumFractionDigits: 1 });
    return {
      what,
      measured: `p50 ${milliseconds(percentile(took, 0.5))}, p99 ${milliseconds(percentile(took, 0.99))}`,
      beside: `${kilobytes} kB`,
    };
  }

  try {
    await register(url, userToken, count);
    const found = (query: string) => ({ name: "tools_search", arguments: { query } });
    const first = await ask("/mcp", "tools/call", found("refund an invoice"));
    if (!first.body.includes("refund_invoice")) throw new Error(`not found: ${first.body.slice(0, 500)}`);
    const tools = count.toLocaleString("en");
    return [
      await often(`tools/list of ${tools} tools, all listed`, "/mcp?tools=all", "tools/list"),
      await often(`tools/list of ${tools} tools, with the search`, "/mcp", "tools/list"),
      { what: `the first tools_search in ${tools} tools`, measured: milliseconds(first.took) },
      await often(
        `each further tools_search in ${tools} tools`,
        "/mcp",
        "tools/call",
        found("export the contract of a customer"),
      ),
    ];
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(serverUrl, name);
  }
};

async function register(url: string, userToken: string, count: number): Promise<void> {
  const send = async <T>(key: string, path: string, body: object): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { key } = await send<{ key: string }>(userToken, "/api/keys", { kind: "worker", name: "Many tools", confirm: true });
  for (let first = 0; first < count; first += AT_ONCE) {
    const tools = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => toolAt(first + n));
    await send(key, "/api/worker/tools", { tools });
  }
}

function toolAt(n: number): object {
  const [verb, noun] = [VERBS[n % VERBS.length]!, NOUNS[Math.floor(n / VERBS.length) % NOUNS.length]!];
  return {
    name: `service_${Math.floor(n / 100)}_${verb}_${noun}`,
    title: `${verb} ${noun}`,
    description: `Use this to ${verb} one ${noun} of service ${Math.floor(n / 100)}. The ${noun} is named by its id; what is done is on the record of the service, and the answer has the ${noun} as it is afterwards.`,
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "string", description: `Id of the ${noun}` },
        note: { type: "string", description: "A note for the record of the service" },
        notify: { type: "boolean", description: `Whether the owner of the ${noun} is told` },
      },
      required: ["id"],
      additionalProperties: false,
    },
  };
}
