import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionPage } from "@countersign/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import type { StartedServer } from "../../src/cli/server-port.ts";
import { startServer } from "../../src/main.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { recordTerminal, type RecordedTerminal } from "./support/record-terminal.ts";

/** The tests depend on their order on one server: propose, look, decide, check the audit log. */
let data: string;
let server: StartedServer;
let token: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "countersign-cli-"));
  await layDatabase(data);
  server = await startServer({ dataFolder: data, port: 0 });
  ({ token } = await openAdministrator(server.credentials.url, server.signInUrl));
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

async function run(args: string[], terminal: RecordedTerminal = recordTerminal()) {
  const exitCode = await runCli([...args, "--data", data], terminal, () => Promise.reject(new Error("not here")), {
    token,
    configFolder: join(data, "config"),
  });
  return { exitCode, out: terminal.out, error: terminal.error, questions: terminal.questions };
}

const listed = async (...args: string[]): Promise<ActionPage["items"]> =>
  (JSON.parse((await run(["list", "--json", ...args])).out) as ActionPage).items;
const readDemoFile = (path: string): Promise<string> => readFile(join(data, "files", path), "utf8");

/** Id of the pending action on this file. */
async function idOf(target: string): Promise<string> {
  const found = (await listed()).find((item) => item.target?.includes(target));
  if (!found) throw new Error(`no pending action on ${target}`);
  return found.id;
}

async function untilStatus(id: string, status: string): Promise<void> {
  for (;;) {
    const { out } = await run(["show", id, "--json"]);
    if ((JSON.parse(out) as { status: string }).status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("demo seeds files, proposes eight changes and runs none", async () => {
  const { exitCode, out } = await run(["demo"]);
  expect(exitCode).toBe(0);
  expect(out).toContain("Sample files written to");
  expect(out).toContain(server.credentials.url);
  const items = await listed();
  expect(items).toHaveLength(8);
  expect(new Set(items.map(({ batchId }) => batchId)).size).toBe(2);
  expect(await readDemoFile("pricing.md")).toContain("18 €");
});

test("list shows what waits, by tool and status", async () => {
  expect((await run(["list"])).out.trimEnd().split("\n")).toHaveLength(9);
  expect(await listed("--tool", "delete_file")).toHaveLength(1);
  expect(await listed("--status", "executed,failed")).toHaveLength(0);
  expect((await run(["list", "--status", "done"])).exitCode).toBe(1);
});

test("show takes the end of an id, and names the actions a shared start could mean", async () => {
  const id = await idOf("pricing.md");
  const { out } = await run(["show", id.slice(-8)]);
  expect(out).toContain(id);
  expect(out).toContain("  + | Team    | 21 €");
  expect(out).toContain("Agent's note (unverified)\n  │ Team plan");
  expect(out).toContain("action.proposed");
  expect(await run(["show", id.slice(0, 6)])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("Enter more characters of the id"),
  });
  expect(await run(["show", "nothing-like-it"])).toMatchObject({ exitCode: 1 });
});

test("approve asks first; anything but yes leaves the action waiting", async () => {
  const id = await idOf("pricing.md");
  const asked = await run(["approve", id], recordTerminal([""]));
  expect(asked).toMatchObject({ exitCode: 1, questions: [expect.stringContaining("[y/N]")] });
  expect(asked.out).toContain("21 €");
  expect(await readDemoFile("pricing.md")).toContain("18 €");
});

test("approve runs what was shown and records that it came from the command line", async () => {
  const id = await idOf("pricing.md");
  expect(await run(["approve", id, "--comment", "as agreed"], recordTerminal(["y"]))).toMatchObject({ exitCode: 0 });
  await untilStatus(id, "executed");
  expect(await readDemoFile("pricing.md")).toContain("21 €");
  expect((await run(["show", id])).out).toMatch(/approve by user .* \(cli\)/);
  expect(await run(["approve", id, "--yes"])).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("is no longer pending"),
  });
});

test("approve with edits shows the change they make and runs the edited input", async () => {
  const id = await idOf("refund-policy.md");
  const edit = ["--edit", 'content="# Refunds\\n\\nWithin 30 days.\\n"'];
  const { exitCode, out } = await run(["approve", id, "--yes", ...edit]);
  expect(exitCode).toBe(0);
  expect(out).toContain("  - We refund a plan within 60 days");
  await untilStatus(id, "executed");
  expect(await readDemoFile("refund-policy.md")).toBe("# Refunds\n\nWithin 30 days.\n");
});

test("edits the tool does not allow are refused with the field, and the action still waits", async () => {
  const id = await idOf("app.yaml");
  const refused = await run(["approve", id, "--yes", "--edit", 'path="elsewhere.yaml"']);
  expect(refused).toMatchObject({ exitCode: 1, error: expect.stringContaining("/userEdits/path") });
  expect(await idOf("app.yaml")).toBe(id);
});

test("G2 a digest that is not the action's approves nothing", async () => {
  const id = await idOf("app.yaml");
  expect((await run(["answer", id, "x", "--yes"])).error).toContain("This action is not a question");
  expect(await run(["approve", id, "--yes", "--digest", "0123456789ab"])).toMatchObject({ exitCode: 1 });
  expect(await idOf("app.yaml")).toBe(id);
});

test("comment is for people, or asks the agent; show prints both with the reply, and the action still waits", async () => {
  const id = await idOf("app.yaml");
  expect(await run(["comment", id.slice(-8), "Seen\u202E by me"])).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/commented on: .*app\.yaml/),
    questions: [],
  });
  expect(await run(["comment", id, "Why 30 minutes?", "--ask-agent"])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("asked about"),
  });
  const { url, agentKey } = server.credentials;
  const headers = { authorization: `Bearer ${agentKey}`, "content-type": "application/json" };
  const path = `${url}/api/pending-actions/${id}`;
  const told = await (await fetch(`${path}?wait=0`, { headers })).json();
  const { comments } = told as { comments: { id: string; text: string }[] };
  expect(comments.map(({ text }) => text)).toEqual(["Why 30 minutes?"]);
  const body = JSON.stringify({ text: "The handbook\nsays so" });
  await fetch(`${path}/comments/${comments[0]!.id}/reply`, { method: "POST", headers, body });
  const shown = (await run(["show", id])).out;
  expect(shown).toMatch(/Comments\n {2}user .*\n {2}│ Seen⟨U\+202E RLO⟩ by me\n {2}user .*, to the agent, delivered at /);
  expect(shown).toMatch(/ {4}agent .* replied, unverified\n {4}│ The handbook\n {4}│ says so\n/);
  expect(await idOf("app.yaml")).toBe(id);
  expect(await run(["comment", id, ""])).toMatchObject({ exitCode: 1, error: expect.stringContaining("/text") });
  expect(await run(["comment", id])).toMatchObject({ exitCode: 2 });
});

test("reject leaves the file alone and keeps the reason", async () => {
  const id = await idOf("app.yaml");
  expect(await run(["reject", id, "--reason", "Keep sessions short"])).toMatchObject({ exitCode: 0 });
  expect((await run(["show", id])).out).toContain("│ Keep sessions short");
  expect(await readDemoFile("config/app.yaml")).toContain("lifetimeMinutes: 30\n");
});

test("demo --wait tells what became of each; a changed folder is not overwritten without being told to", async () => {
  expect(await run(["demo"])).toMatchObject({ exitCode: 1, error: expect.stringContaining("--reset") });
  const before = await listed("--status", "all");
  const waiting = run(["demo", "--reset", "--wait"]);
  let fresh: ActionPage["items"] = [];
  // The eighth call was rejected above; rejection memory answers its repetition without an action to decide.
  while (fresh.length < 7)
    fresh = (await listed("--status", "all")).filter(({ id }) => !before.some((known) => known.id === id));
  for (const { id } of fresh) await run(["reject", id, "--reason", "not today"]);
  const { exitCode, out } = await waiting;
  expect(exitCode).toBe(0);
  expect(out.match(/ {2}rejected {2}.*: not today$/gm)).toHaveLength(7);
  expect(out).toContain("Keep sessions short");
});

test("key create prints the key alone; an agent's key takes no role", async () => {
  const { exitCode, out } = await run(["key", "create", "--kind", "agent", "--name", "robot", "--group", "default"]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^csa_\S+\n$/);
  expect(await run(["key", "create", "--kind", "agent", "--name", "robot", "--role", "admin"])).toMatchObject({ exitCode: 2 });
});

test("G12 the running server's export verifies; the database it holds is refused by name", async () => {
  expect(await run(["audit", "verify", "--server"])).toMatchObject({ exitCode: 0, out: expect.stringContaining("intact") });
  const direct = await run(["audit", "verify"]);
  expect(direct).toMatchObject({ exitCode: 3, error: expect.stringContaining("in use by process") });
  expect(direct.error).toContain("audit verify --server");
});

test("doctor finds the server and the database in use by it", async () => {
  const { out } = await run(["doctor"]);
  expect(out).toMatch(/^ok {4}Server/m);
  expect(out).toMatch(/^ok {4}Clock/m);
  expect(out).toContain("embedded, in use by the server");
});

test("answer shows the question, asks for each part or takes it from the line, and sends what was shown", async () => {
  const form = {
    type: "object",
    properties: {
      size: { type: "string", title: "Size", oneOf: [{ const: "S", title: "Small" }] },
      count: { type: "integer", title: "How many" },
      gift: { type: "boolean" },
      extras: { type: "array", items: { type: "string", enum: ["box", "card"] } },
    },
    required: ["size", "count"],
  };
  const ask = async (question: string, more: object = {}): Promise<string> => {
    const { url, agentKey } = server.credentials;
    const headers = { authorization: `Bearer ${agentKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ toolName: "ask_person", toolInput: { question, ...more } });
    const response = await fetch(`${url}/api/pending-actions`, { method: "POST", headers, body });
    return ((await response.json()) as { pendingActionId: string }).pendingActionId;
  };
  const resultOf = async (id: string): Promise<unknown> => {
    await untilStatus(id, "executed");
    return (JSON.parse((await run(["show", id, "--json"])).out) as { result: unknown }).result;
  };

  const typed = await ask("Which shirt?", { form });
  const asked = await run(["answer", typed], recordTerminal(["S", "2", "box, card", "yes", "y"]));
  expect(asked).toMatchObject({
    exitCode: 0,
    questions: [
      "Size (S: Small): ",
      "How many: ",
      "extras (box, card): ",
      "gift (yes or no): ",
      "Send exactly this answer? [y/N] ",
    ],
  });
  expect(await resultOf(typed)).toEqual({ size: "S", count: 2, gift: true, extras: ["box", "card"] });

  const plain = await ask("Which city?");
  expect(await run(["approve", plain, "--yes"])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("countersign answer"),
  });
  expect(await run(["answer", plain, "Rome", "--yes"])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("answered"),
  });
  expect(await resultOf(plain)).toEqual({ answer: "Rome" });

  const lines = await ask("Which shirt, really?", { form });
  expect(await run(["answer", lines, "S", "--yes"])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--set: size, count"),
  });
  expect(await run(["answer", lines, "--yes", "--set", "colour=red"])).toMatchObject({ exitCode: 2 });
  expect(await run(["answer", lines, "--yes", "--set", "size=S", "--set", "count=many"])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("is not a valid number"),
  });
  expect(await run(["answer", lines, "--yes", "--set", "size=S", "--set", "count=3"])).toMatchObject({ exitCode: 0 });
  expect(await resultOf(lines)).toEqual({ size: "S", count: 3 });
});
