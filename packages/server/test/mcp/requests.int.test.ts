import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { runNode, specOf } from "../tools/upstreams/support.ts";
import { serveUpstreams } from "./gateway-support.ts";
import { ERAS, openMcpServer, type McpServer } from "./support.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PROGRAM = fileURLToPath(new URL("recording-server.mjs", import.meta.url));
const RATES = "bank://rates";

/** MCP requests other than tool calls, at a trusted and an untrusted server that list the same. */
describe.each(ERAS)("what a client of %s asks of servers beside their tools", (era) => {
  let server: McpServer;
  let client: Client;
  const records: Record<string, string> = {};

  async function start(trust: "trusted" | "untrusted"): Promise<void> {
    const folder = await tempFolder("requests");
    const specs = await Promise.all(
      ["bank", "zoo"].map(async (name) => {
        const record = (records[name] = join(folder, name));
        await writeFile(record, "");
        return specOf(runNode(PROGRAM, record), { name, prefix: name, trust });
      }),
    );
    server = await openMcpServer({ openUpstreams: (gate) => serveUpstreams(gate, specs) });
    const { key } = await server.makeKey(server.gate, "agent");
    client = await server.connect(key, era);
  }
  const received = async (name: string, ...methods: string[]): Promise<JsonObject[]> =>
    (await readFile(records[name] ?? "", "utf8"))
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as JsonObject]))
      .filter(({ method }) => typeof method === "string" && methods.includes(method));
  const SENT = ["resources/read", "resources/subscribe", "prompts/get", "completion/complete"];
  const extra = { password: "of-the-user", _meta: { "example/context": "conversation" } };

  describe("of trusted servers", () => {
    beforeAll(() => start("trusted"));
    afterAll(() => server.close());

    test("G14 a resource is read at the one server that lists it, with what the protocol names and no more, on the record", async () => {
      await client.readResource({ uri: RATES, ...extra });
      const [sent] = await received("bank", ...SENT);
      expect(JSON.stringify(sent)).not.toMatch(/of-the-user|conversation/);
      expect(sent).toMatchObject({ method: "resources/read", params: { uri: RATES } });
      await client.getPrompt({ name: "zoo_greet", ...extra });
      expect(await received("bank", ...SENT)).toHaveLength(1);
      expect(await received("zoo", ...SENT)).toMatchObject([{ method: "prompts/get", params: { name: "greet" } }]);
      const { gate } = server;
      const audit = need(await gate.engine.audit.page(gate.people.admin, { kinds: ["call.forwarded"] }));
      const named = audit.map(({ data }) => (data as { toolName?: string }).toolName);
      expect(named.toSorted()).toEqual(["bank_resources_read", "zoo_prompts_get"]);
    });

    test("G14 what no server lists is asked of none", async () => {
      const before = [await received("bank", ...SENT), await received("zoo", ...SENT)];
      await expect(client.readResource({ uri: "bank://rates/../secrets" })).rejects.toThrow("no resource");
      await expect(client.getPrompt({ name: "zoo_other" })).rejects.toThrow("no prompt");
      expect([await received("bank", ...SENT), await received("zoo", ...SENT)]).toEqual(before);
    });

    test("G21 an emergency stop holds for resources and prompts", async () => {
      const { engine, people } = server.gate;
      const before = await received("bank", ...SENT);
      need(await engine.emergency.stop(people.admin, "drill"));
      await expect(client.readResource({ uri: RATES })).rejects.toThrow("the emergency stop is on");
      expect(await received("bank", ...SENT)).toEqual(before);
    });
  });

  describe("of servers that are not trusted", () => {
    beforeAll(() => start("untrusted"));
    afterAll(() => server.close());

    test("G14 reading a resource waits for a person, and the answer is the server's own", async () => {
      const held = client.readResource({ uri: RATES, ...extra });
      const [id = ""] = await server.pending();
      expect(need(await server.gate.engine.actions.get(server.gate.people.viewer, id))).toMatchObject({
        toolName: "bank_resources_read",
        toolInput: { uri: RATES },
      });
      expect(await received("bank", ...SENT)).toEqual([]);
      await server.decide("approve", id);
      expect((await held).contents).toMatchObject([{ uri: RATES, text: "1.5" }]);
      expect(await received("bank", ...SENT)).toMatchObject([{ params: { uri: RATES } }]);
      expect(await received("zoo", ...SENT)).toEqual([]);
    });

    test("G6 a rejected prompt is not asked for, and says so; an edit cannot lead to what is not listed", async () => {
      const refused = client.getPrompt({ name: "bank_greet" });
      refused.catch(() => undefined);
      const [id = ""] = await server.pending();
      await server.decide("reject", id, { reason: "not this one" });
      await expect(refused).rejects.toThrow("not this one");
      const edited = client.readResource({ uri: RATES });
      edited.catch(() => undefined);
      const [other = ""] = await server.pending();
      await server.decide("approve", other, { userEdits: { uri: "bank://secrets" } });
      await expect(edited).rejects.toThrow("does not list this");
      expect(await received("bank", "prompts/get")).toEqual([]);
      expect(JSON.stringify(await received("bank", "resources/read"))).not.toContain("secrets");
    });
  });
});
