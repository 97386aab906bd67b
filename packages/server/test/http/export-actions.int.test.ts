import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActionPage, ActionSummary } from "@countersign/protocol";
import { sql } from "kysely";
import { openRealApp } from "./real-app.ts";

let real: Awaited<ReturnType<typeof openRealApp>>;
beforeAll(async () => (real = await openRealApp()));
afterAll(() => real.close());

const read = async (path: string, key: string) => {
  const response = await real.send("GET", path, key);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text: bytes.toString("utf8") };
};
const rowsOf = (text: string): ActionSummary[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ActionSummary);
const listed = async (query: string, key: string): Promise<ActionSummary[]> =>
  (JSON.parse((await read(`/api/pending-actions?limit=200&${query}`, key)).text) as ActionPage).items;

async function proposeAs(key: string, amount: number, more: object = {}): Promise<string> {
  const body = { toolName: "pay", toolInput: { amount }, missionId: "export", ...more };
  const made = (await (await real.send("POST", "/api/pending-actions", key, body)).json()) as { pendingActionId: string };
  return made.pendingActionId;
}

/** Reads CSV whose cells are all quoted. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => (cell ?? "").replaceAll('""', '"'));

test("G9 an export has what the list has for the same caller: a member all, an agent its own, a worker nothing", async () => {
  const { identity, ours, ourKeys, theirKeys } = real;
  const made = await identity.createKey(ours.people.admin, { kind: "agent", name: "another agent" });
  if (!made.ok) throw new Error("no key was made");
  const own = await proposeAs(ourKeys.agent, 1);
  const others = await proposeAs(made.value.key, 2);
  const idsFor = async (key: string, query = "") =>
    rowsOf((await read(`/api/pending-actions/export?missionId=export${query}`, key)).text).map(({ id }) => id);
  for (const key of [ourKeys.viewer, ourKeys.approver, ourKeys.admin]) expect(await idsFor(key)).toEqual([others, own]);
  expect(await idsFor(ourKeys.agent)).toEqual([own]);
  expect(await idsFor(ourKeys.agent, `&proposedBy=${made.value.id}`)).toEqual([own]);
  expect(await idsFor(made.value.key)).toEqual([others]);
  for (const key of [theirKeys.admin, theirKeys.agent]) expect(await idsFor(key)).toEqual([]);
  for (const path of ["/api/pending-actions", "/api/pending-actions/export"]) {
    expect((await read(path, ourKeys.worker)).status).toBe(403);
    expect((await read(`${path}?workspaceId=${ours.agent.workspaceId}`, theirKeys.admin)).status).toBe(403);
  }
});

test("each line of an export is the row of the list, for people and for agents", async () => {
  const id = await proposeAs(real.ourKeys.agent, 3, { missionId: "rows", caption: "why" });
  for (const key of [real.ourKeys.viewer, real.ourKeys.agent]) {
    const exported = rowsOf((await read("/api/pending-actions/export?missionId=rows&format=jsonl", key)).text);
    expect(exported).toEqual(await listed("missionId=rows", key));
    expect(exported.map((row) => row.id)).toEqual([id]);
  }
});

test("an export follows the filter over many pages, newest first", async () => {
  const id = await proposeAs(real.ourKeys.agent, 4, { missionId: "many" });
  const { kysely } = real.ours.database;
  await sql`insert into action select (jsonb_populate_record(a, jsonb_build_object(
      'id', 'copy' || lpad(n::text, 4, '0'), 'created_at', a.created_at - n * interval '1 hour'))).*
    from action a, generate_series(1, 450) n where a.id = ${id}`.execute(kysely);
  // A cursor takes ids of the usual form only.
  await sql`update action set id = '00000000-0000-4000-8000-00000000' || right(id, 4) where id like 'copy%'`.execute(kysely);
  const times = rowsOf((await read("/api/pending-actions/export?missionId=many", real.ourKeys.viewer)).text).map(
    ({ createdAt }) => createdAt,
  );
  expect(times).toHaveLength(451);
  expect(times).toEqual(times.toSorted().toReversed());
  const day = new Date(Date.parse(times[0]!) - 24.5 * 3_600_000).toISOString();
  const query = `missionId=many&from=${encodeURIComponent(day)}&until=${encodeURIComponent(times[0]!)}`;
  const csv = (await read(`/api/pending-actions/export?format=csv&${query}`, real.ourKeys.viewer)).text;
  expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + 24);
});

test("CSV is a file of a spreadsheet in which nothing is a formula", async () => {
  const captions = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", 'a "quoted", text', " =1", "plain"];
  for (const [n, caption] of captions.entries()) await proposeAs(real.ourKeys.agent, n, { missionId: "=mission", caption });
  const { headers, text } = await read("/api/pending-actions/export?format=csv&missionId=%3Dmission", real.ourKeys.viewer);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="actions.csv"');
  expect(text.startsWith("\uFEFF")).toBe(true);
  const [head, ...lines] = text.slice(1).trimEnd().split("\r\n").map(cellsOf);
  const cells = (name: string): (string | undefined)[] => lines.map((line) => line[head!.indexOf(name)]);
  const shown = (await listed("missionId=%3Dmission", real.ourKeys.viewer)).map(({ caption }) => caption ?? "");
  expect(cells("caption")).toEqual(shown.map((caption) => (/^[=+\-@\t\r]/.test(caption) ? `'${caption}` : caption)));
  expect(cells("caption")).toContain("'=1+1");
  expect(new Set(cells("missionId"))).toEqual(new Set(["'=mission"]));
  expect(JSON.parse(cells("input")[0]!)).toEqual({ amount: captions.length - 1 });
  expect(lines.every((line) => line.length === head!.length)).toBe(true);
});

test.each([
  ["from=yesterday", "/from", "ISO 8601"],
  ["from=2026-01-31", "/from", "ISO 8601"],
  ["from=2026-01-31T00:00:00", "/from", "time zone"],
  ["until=0000-01-01T00:00:00Z", "/until", "from 1970 to 9999"],
  ["from=9999-12-31T23:59:59-12:00", "/from", "from 1970 to 9999"],
  ["from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "/until", "after from"],
  ["from=2026-01-01T01:00:00%2B01:00&until=2026-01-01T00:00:00Z", "/until", "after from"],
  ["status=done", "/status", "expected one of"],
])("a filter that cannot be meant is refused: %s", async (query, path, words) => {
  for (const address of ["/api/pending-actions", "/api/pending-actions/export", "/api/audit"]) {
    const { status, text } = await read(`${address}?${query}`, real.ourKeys.viewer);
    expect([address, status]).toEqual([address, 422]);
    const { errors } = JSON.parse(text) as { errors: { path: string; message: string }[] };
    expect(errors[0]?.path.startsWith(path)).toBe(true);
    expect(errors[0]?.message).toContain(words);
  }
});

test("the format of an export is csv or jsonl, and HEAD reads one row", async () => {
  expect((await read("/api/pending-actions/export?format=xlsx", real.ourKeys.viewer)).status).toBe(422);
  const head = await real.send("HEAD", "/api/pending-actions/export", real.ourKeys.viewer);
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await head.text()).toBe("");
});
