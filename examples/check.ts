// Runs every example against one temporary server, decides over HTTP as a person would, and checks the results.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Entry, entryOf, readList, versionOf, writeEntry } from "./custom-proposal-type/price-list.ts";
import { openAdministrator } from "../test/support/administrator-token.ts";
import { startServer } from "../packages/server/src/main.ts";

interface Waiting {
  id: string;
  batchId: string;
  digest: string;
  toolInput: Record<string, unknown>;
}

interface Described {
  id: string;
  sessionId: string;
  digest: string;
  target: string | null;
  supersedes: string | null;
  preview: { content: { changed: string[]; fields: { kind: string }[] } };
  widget: { sha256: string };
  current: { value: Entry };
  proposed: { value: Entry };
}

const children: ChildProcess[] = [];
const folder = await mkdtemp(join(tmpdir(), "countersign-examples-"));
delete process.env["DATABASE_URL"];
const server = await startServer({ dataFolder: folder });
const { url } = server.credentials;
const { token: userToken } = await openAdministrator(url, server.signInUrl);

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** Runs an example and returns the lines it printed. Throws unless the program exits with 0. */
async function run(name: string, env: Record<string, string> = {}): Promise<string[]> {
  const program = fileURLToPath(new URL(`${name}/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: { ...process.env, COUNTERSIGN_AGENT_FILE: join(folder, "agent.json"), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0, `${name} ended with ${String(code)}: ${printed}`);
  return printed.trim().split("\n");
}

/** Polls until exactly `count` actions of the tool are pending; returns them oldest first. Throws after 60 s. */
async function untilWaiting(toolName: string, count: number): Promise<Waiting[]> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const { items } = await ask<{ items: Waiting[] }>(`pending-actions?status=pending&toolName=${toolName}`);
    if (items.length === count) return items.toReversed();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no ${count} calls of ${toolName} in a minute`);
}

async function checkGateAFunction(): Promise<void> {
  const { key } = await ask<{ key: string }>("keys", { kind: "worker", name: "example" });
  const running = run("gate-a-function", { COUNTERSIGN_WORKER_KEY: key });
  running.catch(() => {});
  const [waiting] = await untilWaiting("close_account", 1);
  await ask(`pending-actions/${waiting!.id}/approve`, { userEdits: { reason: "moved" }, digest: waiting!.digest });
  const [queued, executed] = await running;
  assert.match(queued ?? "", new RegExp(`^queued ${waiting!.id}: `));
  assert.equal(executed, 'executed {"closed":"a-7","because":"moved"}');
}

async function checkBatchOfFiles(): Promise<void> {
  const running = run("batch-of-files");
  running.catch(() => {});
  const waiting = await untilWaiting("write_file", 2);
  const monday = waiting.find(({ toolInput }) => toolInput["path"] === "notes/monday.md");
  const tuesday = waiting.find(({ toolInput }) => toolInput["path"] === "notes/tuesday.md");
  const items = [
    { pendingActionId: monday!.id, verdict: "approve", digest: monday!.digest },
    { pendingActionId: tuesday!.id, verdict: "reject", reason: "not on Tuesday" },
  ];
  await ask("pending-actions/decisions", { items });
  const [, first, second] = await running;
  assert.deepEqual([first, second], ["executed notes/monday.md", "rejected notes/tuesday.md not on Tuesday"]);
  assert.equal(await readFile(join(folder, "files/notes/monday.md"), "utf8"), "# Monday\n");
  await assert.rejects(access(join(folder, "files/notes/tuesday.md")));
}

async function checkCustomProposalType(): Promise<void> {
  const { key } = await ask<{ key: string }>("keys", { kind: "worker", name: "prices" });
  const file = join(folder, "prices.json");
  const running = run("custom-proposal-type", { COUNTERSIGN_WORKER_KEY: key, PRICE_LIST: file });
  running.catch(() => {});
  /** Polls until the worker has described the change of every action. Throws after 60 s. */
  const untilDescribed = async (count: number): Promise<Described[]> => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
      const waiting = await untilWaiting("propose_price_change", count);
      const actions = await Promise.all(waiting.map(({ id }) => ask<Described>(`pending-actions/${id}`)));
      if (actions.every(({ target }) => target !== null)) return actions;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the worker described nothing in a minute");
  };
  const described = await untilDescribed(3);
  const [chair, table, lamp] = ["oslo-chair", "bergen-table", "malmo-lamp"].map((product) => {
    const found = described.find(({ target }) => target === `price:spring/${product}`);
    assert.ok(found, product);
    return found;
  });
  // The review shows the change field by field.
  assert.deepEqual(chair!.preview.content.changed, ["price", "validFrom"]);
  assert.equal(chair!.preview.content.fields[0]?.kind, "money");
  assert.equal(chair!.current.value.price.amount, "149.00");
  assert.equal(chair!.proposed.value.price.amount, "159.00");
  const drawing = await fetch(`${url}/api/widgets/${chair!.widget.sha256}`, {
    headers: { authorization: `Bearer ${userToken}` },
  });
  assert.match(await drawing.text(), /<title>Price before and after<\/title>/);
  const payloads = await ask<Record<string, { elementPath: string }>>(
    `sessions/${encodeURIComponent(chair!.sessionId)}/proposals?ids=${chair!.id},${table!.id}`,
  );
  assert.equal(payloads[table!.id]?.elementPath, "spring/bergen-table");

  // Somebody edits the table's price by hand. The approval of the earlier version then writes nothing.
  const list = await readList(file);
  const entry = entryOf(list, "bergen-table")!;
  const byHand = { ...entry, price: { ...entry.price, amount: "430.00" } };
  assert.ok(await writeEntry(file, { product: "bergen-table", version: versionOf(entry), next: byHand, key: "by hand" }));
  await ask(`pending-actions/${table!.id}/approve`, { digest: table!.digest });
  await ask(`pending-actions/${chair!.id}/approve`, { digest: chair!.digest });
  await ask(`pending-actions/${lamp!.id}/refine`, { feedback: "At most 95, please" });
  const [again] = await untilDescribed(1);
  assert.equal(again!.supersedes, lamp!.id);
  assert.equal(again!.proposed.value.price.amount, "95.00");
  await ask(`pending-actions/${again!.id}/approve`, { digest: again!.digest });

  const [refused, , ...ends] = await running;
  assert.equal(
    refused,
    "failed /amount: must be from half to twice 149.00 EUR; /validFrom: must not be before 2026-03-01, when the present price began",
  );
  assert.deepEqual(ends, ["executed oslo-chair", "failed bergen-table stale", "refined malmo-lamp, then executed at 95.00"]);
  const amounts = Object.entries((await readList(file)).entries).map(([product, { price }]) => [product, price.amount]);
  assert.deepEqual(amounts, [
    ["oslo-chair", "159.00"],
    ["bergen-table", "430.00"],
    ["malmo-lamp", "95.00"],
  ]);
}

try {
  for (const check of [checkGateAFunction, checkBatchOfFiles, checkCustomProposalType]) {
    await check();
    console.log(`ok ${check.name}`);
  }
} finally {
  for (const child of children) child.kill();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
