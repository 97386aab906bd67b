import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeServers, startEverything } from "../tools/upstreams/http-servers.ts";
import { programOf, runNode, specOf } from "../tools/upstreams/support.ts";
import { serveUpstreams } from "./gateway-support.ts";
import { call, openMcpServer, textOf, type McpServer } from "./support.ts";
import { until } from "../support/until.ts";

const SETTINGS = Object.fromEntries(
  [
    "get-roots-list",
    "toggle-simulated-logging",
    "toggle-subscriber-updates",
    "trigger-long-running-operation",
    "trigger-sampling-request",
  ].map((name) => [name, { approval: "never" as const }]),
);
const DOCUMENT = "demo://resource/static/document/features.md";

interface Agent {
  name: string;
  client: Client;
  /** Requests to the agent's client, and notifications outside its calls. */
  asked: string[];
  heard: string[];
}

/** Uses every stateful feature of the protocol's reference server by two agents at the same time. */
describe.each(["stdio", "streamableHttp"] as const)("two agents at one server over %s", (transport) => {
  let server: McpServer;
  let alice: Agent;
  let bob: Agent;

  async function connect(name: string): Promise<Agent> {
    const asked: string[] = [];
    const heard: string[] = [];
    const answer = (text: string, result: object) => async (request: object) => {
      asked.push(`${text} ${JSON.stringify(request)}`);
      return result as never;
    };
    const prepare = (client: Client): void => {
      client.setRequestHandler("roots/list", answer("roots", { roots: [{ uri: `file:///${name}`, name }] }) as never);
      const sampled = { role: "assistant", model: "m", content: { type: "text", text: `sampled by ${name}` } };
      client.setRequestHandler("sampling/createMessage", answer("sampling", sampled) as never);
      const form = { action: "accept", content: { name, check: true } };
      client.setRequestHandler("elicitation/create", answer("elicitation", form) as never);
      for (const method of ["notifications/message", "notifications/resources/updated"] as const) {
        client.setNotificationHandler(method, ((notice: object) => void heard.push(JSON.stringify(notice))) as never);
      }
    };
    const { key } = await server.makeKey(server.gate, "agent");
    const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } };
    const client = await server.connect(key, "2025-11-25", { name, version: "1" }, prepare, capabilities);
    return { name, client, asked, heard };
  }

  beforeAll(async () => {
    const target =
      transport === "stdio"
        ? runNode(programOf("everything"), "stdio")
        : { transport: "http" as const, url: await startEverything(transport), headers: {}, allowPrivate: true };
    const spec = specOf(target, { name: "all", prefix: "all", trust: "trusted", tools: SETTINGS });
    server = await openMcpServer({ openUpstreams: (gate) => serveUpstreams(gate, [spec]) });
    [alice, bob] = await Promise.all([connect("alice"), connect("bob")]);
  });
  afterAll(async () => {
    await server.close();
    await closeServers();
  });

  const each = async (run: (agent: Agent) => Promise<void>): Promise<void> => {
    await Promise.all([run(alice), run(bob)]);
  };
  const other = (agent: Agent): Agent => (agent === alice ? bob : alice);

  test("G27 each agent's roots are its own", async () => {
    await each(async (agent) => {
      const listed = textOf(await call(agent.client, "all_get-roots-list"));
      expect(listed).toContain(`file:///${agent.name}`);
      expect(listed).not.toContain(other(agent).name);
    });
  });

  test("G27 sampling and elicitation ask the client whose call it is", async () => {
    await each(async (agent) => {
      const sampled = textOf(await call(agent.client, "all_trigger-sampling-request", { prompt: `for ${agent.name}` }));
      expect(sampled).toContain(`sampled by ${agent.name}`);
    });
    // A gated call: the server asks during the execution, after the approval, and the client that still waits answers.
    const held = each(async (agent) => {
      const filled = textOf(await call(agent.client, "all_trigger-elicitation-request"));
      expect(filled).toContain(agent.name);
      expect(filled).not.toContain(other(agent).name);
    });
    for (const id of await server.pending(2)) await server.decide("approve", id);
    await held;
    await each(async (agent) => {
      const asked = agent.asked.join("\n");
      expect(asked).toContain(`for ${agent.name}`);
      expect(asked).not.toContain(other(agent).name);
    });
  });

  test("G27 progress reaches the call it belongs to", async () => {
    await each(async (agent) => {
      const steps = agent === alice ? 2 : 3;
      const totals = new Set<unknown>();
      const onprogress = ({ total }: { total?: number | undefined }): void => void totals.add(total);
      await call(agent.client, "all_trigger-long-running-operation", { duration: 0.3, steps }, { onprogress });
      expect([...totals]).toEqual([steps]);
    });
  });

  test("G27 log messages and updates of resources reach the one who asked for them", async () => {
    await alice.client.subscribeResource({ uri: DOCUMENT });
    await call(alice.client, "all_toggle-subscriber-updates");
    await call(alice.client, "all_toggle-simulated-logging");
    await until(() => alice.heard.some((notice) => notice.includes(DOCUMENT)));
    await until(() => alice.heard.some((notice) => notice.includes("-level")));
    await call(bob.client, "all_echo", { message: "what was sent to Bob by now has arrived" });
    expect(bob.heard.join("\n")).not.toContain("-level");
    // Bob's logging switch is separate and still off.
    expect(textOf(await call(bob.client, "all_toggle-simulated-logging"))).toContain("Started");
    await until(() => bob.heard.some((notice) => notice.includes("-level")));
    expect(bob.heard.join("\n")).not.toContain(DOCUMENT);
  });

  test("G27 what an approved call leaves at the server is in the session of the agent that proposed it, and in no other", async () => {
    const file = { name: "alice.gz", data: "data:text/plain,only-for-alice", outputType: "resourceLink" };
    const held = call(alice.client, "all_gzip-file-as-resource", file);
    const [id = ""] = await server.pending();
    await server.decide("approve", id);
    await held;
    const uris = async ({ client }: Agent) => (await client.listResources()).resources.map(({ uri }) => uri);
    const uri = await until(async () => (await uris(alice)).find((each) => each.includes("alice.gz")) ?? "");
    expect(await uris(bob)).not.toContain(uri);
    expect((await alice.client.readResource({ uri })).contents).toHaveLength(1);
    await expect(bob.client.readResource({ uri })).rejects.toThrow();
  });
});
