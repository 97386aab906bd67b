import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { elementPageSchema, type ContentExport, type ElementSummary } from "@countersign/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallServer, type CallServer } from "../../src/cli/call-server.ts";
import { createPaint } from "../../src/cli/paint.ts";
import { proposeContentDemo } from "../../src/cli/propose-content-demo.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { StartedServer } from "../../src/cli/server-port.ts";
import { startServer } from "../../src/main.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { recordTerminal, type RecordedTerminal } from "./support/record-terminal.ts";

/** The tests depend on their order on one server, which starts with an empty store. */
let data: string;
let server: StartedServer;
let token: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "countersign-cli-content-"));
  await layDatabase(data);
  server = await startServer({ dataFolder: data, port: 0 });
  ({ token } = await openAdministrator(server.credentials.url, server.signInUrl));
});
afterAll(async () => {
  await server?.close();
  await rm(data, { recursive: true, force: true });
});

async function run(args: string[], terminal: RecordedTerminal = recordTerminal()) {
  const exitCode = await runCli([...args, "--data", data], terminal, () => Promise.reject(new Error("not here")), {
    token,
    configFolder: join(data, "config"),
  });
  return { exitCode, out: terminal.out, error: terminal.error };
}
const listed = async (...args: string[]): Promise<ElementSummary[]> =>
  (JSON.parse((await run(["content", "list", "--json", ...args])).out) as { items: ElementSummary[] }).items;
const place = (name: string): string => join(data, name);

test("an import may be larger than other bodies", async () => {
  const response = await fetch(`${server.credentials.url}/api/content/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: `{"format":"countersign-content/1","types":[],"elements":[]${" ".repeat(2 * 1_048_576)}}`,
  });
  expect([response.status, await response.json()]).toEqual([200, expect.anything()]);
});

test("an empty store lists nothing; the sample fills it once", async () => {
  expect(await run(["content", "list"])).toEqual({ exitCode: 0, out: "No elements found.\n", error: "" });
  expect(await run(["content", "sample"])).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^Loaded \d{3} elements/) });
  expect(await run(["content", "sample"])).toMatchObject({ exitCode: 1, error: expect.stringContaining("empty store") });
});

test("list filters by kind, folder and text, and says when there are more", async () => {
  const chairs = await listed("--kind", "object", "--folder", "/products/chairs");
  expect(chairs.length).toBeGreaterThan(5);
  for (const { kind, path } of chairs) expect([kind, path]).toEqual(["object", expect.stringMatching(/^\/products\/chairs\//)]);
  expect((await listed("--q", "furniture THAT stays")).map(({ path }) => path)).toEqual(["/home"]);

  const kinds = new Set((await listed("--folder", "/newsletters", "--limit", "200")).map(({ kind }) => kind));
  expect([...kinds]).toEqual(["template"]);
  const cut = await run(["content", "list", "--limit", "3"]);
  expect(cut.out.trimEnd().split("\n")).toHaveLength(4);
  expect(cut.error).toContain("Only the first 3 are shown.");
  expect((await listed("--kind", "document", "--limit", "200")).length).toBe(15);
  expect((await run(["content", "list", "--kind", "document", "--limit", "15"])).error).toBe("");
});

test("list names what visitors see of an element", async () => {
  const { out } = await run(["content", "list", "--kind", "document", "--folder", "/mails"]);
  expect(out).toMatch(/^KIND +TYPE +REV +VISITORS +WAITING +PATH\n/);
  expect(out).toMatch(/^document +email +1 +nothing +\/mails\/autumn$/m);
  expect(out).toMatch(/^document +email +1 +this +\/mails\/order-sent$/m);
});

test("what is called wrongly ends with 2", async () => {
  expect(await run(["content", "list", "--kind", "page"])).toMatchObject({ exitCode: 2 });
  expect(await run(["content", "list", "--limit", "201"])).toMatchObject({ exitCode: 2 });
  expect(await run(["content"])).toMatchObject({ exitCode: 2 });
});

test("export saves the whole content; a file that is there is written over on request only", async () => {
  const file = place("content.json");
  expect(await run(["content", "export", file])).toMatchObject({
    exitCode: 0,
    out: "",
    error: expect.stringContaining("Saved"),
  });
  const saved = JSON.parse(await readFile(file, "utf8")) as ContentExport;
  expect(saved.elements.filter(({ kind }) => kind === "document")).toHaveLength(15);
  await writeFile(file, "mine");
  expect(await run(["content", "export", file])).toMatchObject({ exitCode: 2, error: expect.stringContaining("--force") });
  expect(await readFile(file, "utf8")).toBe("mine");
  expect(await run(["content", "export", file, "--force"])).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(saved);
  expect(await run(["content", "export", place("no/such/folder.json")])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("ENOENT"),
  });
  expect((await readdir(data)).filter((name) => name.endsWith(".part"))).toEqual([]);
  const { out } = await run(["content", "export"]);
  expect(JSON.parse(out)).toEqual(saved);
});

test("import takes in a file whole, or names every fault by its path and takes in nothing", async () => {
  const saved = JSON.parse(await readFile(place("content.json"), "utf8")) as ContentExport;
  const again = await run(["content", "import", place("content.json")]);
  expect(again).toMatchObject({
    exitCode: 1,
    out: "",
    error: expect.stringMatching(/\n {2}\/elements\/\d+: its id or path/),
  });

  const tag = saved.elements.find(({ kind }) => kind === "tag");
  if (!tag) throw new Error("the sample has no tag");
  const winter = { ...tag, id: "winter", path: "/season/winter", value: { title: { en: "Winter" } } };
  const write = (name: string, elements: object[]) =>
    writeFile(place(name), JSON.stringify({ format: saved.format, types: [], elements }));
  await write("faulty.json", [winter, { ...winter, id: "summer", path: "/season/summer", value: { heat: 1 } }]);
  const faulty = await run(["content", "import", place("faulty.json")]);
  expect(faulty).toMatchObject({ exitCode: 1, error: expect.stringContaining("/elements/1/value/heat") });
  expect(await listed("--kind", "tag", "--folder", "/season")).toHaveLength(2);

  await write("winter.json", [winter]);
  expect(await run(["content", "import", place("winter.json")])).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^Imported from .*winter\.json: 1 element\.$/m),
  });
  expect((await listed("--kind", "tag", "--q", "Winter")).map(({ id }) => id)).toEqual(["winter"]);
});

test("a file that is missing, no JSON or read in two ways is named before anything is sent", async () => {
  expect(await run(["content", "import", place("absent.json")])).toMatchObject({
    exitCode: 2,
    error: expect.stringMatching(/^There is no .*absent\.json\.\n/),
  });
  await writeFile(place("text.json"), "format: countersign-content/1");
  expect(await run(["content", "import", place("text.json")])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("is not JSON"),
  });
  await writeFile(place("twice.json"), '{"format": 1, "format": 2}');
  expect(await run(["content", "import", place("twice.json")])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("/format is given twice"),
  });
  await writeFile(place("other.json"), "{}");
  expect(await run(["content", "import", place("other.json")])).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("/format"),
  });
});

interface Waiting {
  id: string;
  toolName: string;
  sessionId: string | null;
  caption: string | null;
}
const waiting = async (): Promise<Waiting[]> => (JSON.parse((await run(["list", "--json"])).out) as { items: Waiting[] }).items;

test("demo content opens the groups that propose, and puts twelve edits of two sessions before a person", async () => {
  const { exitCode, out, error } = await run(["demo", "content"]);
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: "" });
  expect(out).toContain("The agent may now use content-data-objects, content-data-objects-write,");
  expect(out).not.toContain("direct-write");
  expect(out).toContain(`12 proposals; nothing has run. Decide in the inbox: ${server.credentials.url}`);
  const items = await waiting();
  expect(items).toHaveLength(12);
  expect(new Set(items.map(({ sessionId }) => sessionId)).size).toBe(2);
  expect(items.every(({ caption }) => (caption ?? "") !== "")).toBe(true);
  const countOf = (name: string): number => items.filter(({ toolName }) => toolName === name).length;
  expect({
    objects: countOf("propose_data_object_update"),
    assets: countOf("propose_asset_metadata_update"),
    tags: countOf("propose_tag_assignment"),
    documents: countOf("propose_document_update"),
    templates: countOf("propose_template"),
  }).toEqual({ objects: 6, assets: 2, tags: 2, documents: 1, templates: 1 });
  expect((await listed("--kind", "object", "--limit", "200")).every(({ revision }) => revision === 1)).toBe(true);
});

test("what it proposes can be approved, and a second demo proposes again from how things are then", async () => {
  const first = await waiting();
  for (const { id } of first) expect(await run(["approve", id, "--yes"])).toMatchObject({ exitCode: 0 });
  for (const { id } of first) {
    let status = "";
    while (!["executed", "failed"].includes(status)) {
      ({ status } = JSON.parse((await run(["show", id, "--json"])).out) as { status: string });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(status).toBe("executed");
  }
  for (const round of [1, 2]) {
    const { exitCode, out } = await run(["demo", "content"]);
    expect(exitCode).toBe(0);
    expect(out).not.toContain("The agent may now use");
    expect(await waiting()).toHaveLength(round * 12);
  }
  expect(await run(["demo", "content", "--reset"])).toMatchObject({ exitCode: 2 });
  expect(await run(["demo", "everything"])).toMatchObject({ exitCode: 2 });
});

test("where the content is another than the sample, the demo names what it misses and proposes nothing", async () => {
  const gone = "/labels/price";
  const { url, agentKey } = server.credentials;
  const access = (key: string) => createCallServer({ url, headers: { authorization: `Bearer ${key}` } });
  const callServer = access(token);
  const without: CallServer = async (schema, call) => {
    const answer = await callServer(schema, call);
    const page = elementPageSchema.safeParse(answer).data;
    if (!page) return answer;
    return schema.parse({ ...page, items: page.items.filter(({ path }) => path !== gone) });
  };
  const terminal = recordTerminal();
  const context = {
    terminal,
    paint: createPaint(false),
    startServer: () => Promise.reject(new Error("not here")),
    settings: { configFolder: data },
  };
  const before = (await waiting()).map(({ id }) => id);
  await expect(proposeContentDemo(context, { asAgent: access(agentKey), asPerson: without }, url)).rejects.toMatchObject({
    message: expect.stringMatching(/there is no template \/labels\/price\.$/),
  });
  expect((await waiting()).map(({ id }) => id)).toEqual(before);
});
