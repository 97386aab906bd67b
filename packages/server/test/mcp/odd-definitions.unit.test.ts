import type { JsonObject } from "@countersign/protocol";
import { beforeAll, describe, expect, test } from "vitest";
import { wellFormed } from "../../src/core/well-formed.ts";
import { judgeTools } from "../../src/engine/catalog/judge-tools.ts";
import type { ToolUpstream } from "../../src/ports/catalog.ts";
import { fc, runs } from "../../../../test/support/property.ts";
import { mutated, officialClients, SEEN, sound } from "./odd-definitions.ts";

const UPSTREAM: ToolUpstream = {
  workspaceId: "wsp_test",
  name: "odd",
  source: "mcp:wsp_test/odd",
  prefix: "odd",
  trust: "trusted",
  transport: "stdio",
  authenticated: false,
};

/** What the gate keeps, finds and refuses in an upstream's tools. */
const judged = (...tools: JsonObject[]) => {
  const { judged: kept, refused } = judgeTools(UPSTREAM, tools, []);
  return {
    tools: kept.map(({ definition, name }): JsonObject => ({ ...(JSON.parse(definition) as JsonObject), name })),
    findings: kept.flatMap(({ findings }) => findings),
    refused,
  };
};

describe("a definition that breaks the protocol, before the official clients", () => {
  let current: Record<string, JsonObject[]> = {};
  let clients: Awaited<ReturnType<typeof officialClients>>;
  beforeAll(async () => (clients = await officialClients(() => current)));

  async function expectListed(odd: JsonObject): Promise<void> {
    const { tools } = judged(sound("first"), odd, sound("last"));
    current = { tools };
    for (const client of clients) {
      const { tools: taken } = await client.listTools();
      expect(taken.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      expect(taken.map(({ name }) => name)).toEqual(expect.arrayContaining(["odd_first", "odd_last"]));
    }
  }

  test.each(Object.entries(SEEN))("G29 %s hides nothing but itself", async (_what, change) => {
    const odd = { ...sound("odd"), ...change };
    await expectListed(odd);
    const { tools, findings, refused } = judged(odd);
    // The definition is repaired with a finding, or withheld with a reason.
    expect(tools.length + refused.length).toBe(1);
    if (tools.length === 0) expect(refused[0]?.reasons.join()).not.toBe("");
    else if (!_what.startsWith("inputSchema") && !/^(no inputSchema|properties)/.test(_what)) {
      expect(findings.some(({ message }) => message.includes("was removed"))).toBe(true);
    }
  });

  test("G29 whatever is changed in a definition, every official client lists the rest", async () => {
    await fc.assert(fc.asyncProperty(mutated, expectListed), { numRuns: runs(1000), endOnFailure: false });
  }, 240_000);

  test("a sound definition stays as it is", () => {
    const { tools, findings, refused } = judged(sound("note"));
    expect(tools).toEqual([{ ...sound("note"), name: "odd_note" }]);
    expect([findings, refused]).toEqual([[], []]);
  });

  test("what is not known is kept, what is malformed goes alone", () => {
    const icons = [{ src: "a.png" }, { src: 7 }, { src: "b.png", sizes: "48x48" }];
    const { tools } = judged({ ...sound("odd"), icons, vendor: { x: [1] }, annotations: { readOnlyHint: 1, title: "T" } });
    expect(tools[0]).toMatchObject({
      icons: [{ src: "a.png" }, { src: "b.png" }],
      vendor: { x: [1] },
      annotations: { title: "T" },
    });
    expect(tools[0]?.["annotations"]).toEqual({ title: "T" });
  });

  test.each<["resource" | "resourceTemplate" | "prompt", string, JsonObject]>([
    ["resource", "resources", { uri: "a://b", name: "b", mimeType: "text/plain", size: 1 }],
    ["resourceTemplate", "resourceTemplates", { uriTemplate: "a://{b}", name: "b" }],
    ["prompt", "prompts", { name: "b", arguments: [{ name: "c", required: true }] }],
  ])("G29 the same for a %s", async (kind, key, item) => {
    const change = fc.dictionary(
      fc.constantFrom(
        "uri",
        "uriTemplate",
        "name",
        "title",
        "description",
        "icons",
        "annotations",
        "size",
        "arguments",
        "_meta",
      ),
      fc.constantFrom(null, 7, "x", true, [], [7], [{}], {}, { audience: "x" }, { lastModified: "today" }, { priority: 2 }),
    );
    const property = fc.asyncProperty(change, async (changed) => {
      const formed = wellFormed(kind, { ...item, ...(changed as JsonObject) });
      current = { [key]: [item, ...("item" in formed ? [formed.item] : [])] };
      for (const client of clients) {
        const list = {
          resource: () => client.listResources(),
          resourceTemplate: () => client.listResourceTemplates(),
          prompt: () => client.listPrompts(),
        };
        expect(await list[kind]()).toMatchObject({ [key]: { length: current[key]?.length } });
      }
    });
    await fc.assert(property, { numRuns: runs(200) });
  });
});
