import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Action, AuditEntry } from "@countersign/protocol";
import { findWrong, openHostileGate, pathsOf, type Answer, type HostileGate } from "./support/hostile-gate.ts";
import { hasNul, NAUGHTY } from "./support/naughty-strings.ts";

// Each test sends several thousand requests.
vi.setConfig({ testTimeout: 300_000 });

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

const LABELS = ["missionId", "sessionId", "batchId", "caption", "idempotencyKey"] as const;
const inputOf = (text: string) => ({ value: text, list: [text], [`key ${text}`]: { [text]: text } });
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
/** Sorts keys, as the server returns canonical order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, sorted(part)]);
};
const fits = (text: string, field: string) => !hasNul(text) && (text !== "" || field === "caption") && text.length <= 200;

test("any text is proposed, decided and run as it is, and reads the same on every way out", async () => {
  expect(NAUGHTY.length).toBeGreaterThan(60);
  const ids = new Map<string, string>();
  const wrong = await findWrong(NAUGHTY, async (text) => {
    const found: unknown[] = [];
    const expectEqual = (what: string, one: unknown, other: unknown) =>
      isEqual(sorted(one), sorted(other)) || found.push([text, what, one]);
    const labels = Object.fromEntries(LABELS.filter((field) => fits(text, field)).map((field) => [field, text]));
    const id = await gate.propose(inputOf(text), labels).catch((error: Error) => void found.push([text, error.message]));
    if (id === undefined) return found;
    ids.set(id, text);

    const record = await gate.read(id);
    expectEqual("input", record["toolInput"], inputOf(text));
    for (const [field, value] of Object.entries(labels))
      if (field !== "idempotencyKey") expectEqual(field, record[field], value);
    const bySdk = await gate.sdk().get(id);
    expectEqual("input by the SDK", bySdk.toolInput, inputOf(text));

    const part = encodeURIComponent(text);
    const isLabel = labels["missionId"] !== undefined;
    const listed = await gate.get(
      "admin",
      `/api/pending-actions?missionId=${part}&sessionId=${part}&batchId=${part}&q=${part}&limit=200`,
    );
    const isFound = (listed.json as { items?: { id: string }[] }).items?.some((one) => one.id === id);
    if (isLabel ? !isFound && needleIsPlain(text) : listed.status >= 500) found.push([text, "list", listed]);
    const proposals = await gate.get("admin", `/api/sessions/${part}/proposals?ids=${id},${part}`);
    if (isPathPart(text) && isLabel && !proposals.text.includes(id)) found.push([text, "proposals", proposals]);
    if (proposals.status >= 500) found.push([text, "proposals", proposals]);

    const word = fits(text, "feedback") ? text : "plain";
    const [verdict, field] = (
      [
        ["reject", "reason"],
        ["refine", "feedback"],
        ["approve", "comment"],
      ] as const
    )[ids.size % 3]!;
    const edits = verdict === "approve" ? { userEdits: { value: `${text}!` }, digest: await gate.digestOf(id) } : {};
    const decided = await gate.post("admin", `/api/pending-actions/${id}/${verdict}`, { [field]: word, ...edits });
    if (decided.status !== 200) return [...found, [text, verdict, decided]];
    const after = (await gate.read(id)) as Partial<Action>;
    expectEqual(field, after.decisions?.[0]?.comment, word);
    if (verdict === "approve") expectEqual("edits", after.userEdits, { value: `${text}!` });
    const timeline = (await gate.get("admin", `/api/pending-actions/${id}/events`)).json as { items: AuditEntry[] };
    if (isLabel) expectEqual("mission on the timeline", timeline.items[0]?.data["missionId"], text);
    expectEqual("comment on the timeline", timeline.items[1]?.data["comment"], word);
    return found;
  });
  expect(wrong).toEqual([]);
  // Claims the approved actions, so that the next test claims only its own.
  await gate.post("worker", "/api/worker/claims", { tools: ["note"], limit: 100 });
  await gate.post("worker", "/api/worker/claims", { tools: ["note"], limit: 100 });

  const exported = await gate.get("admin", "/api/audit/export");
  const proposed = exported.text
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as AuditEntry] : []))
    .filter(({ kind }) => kind === "action.proposed");
  expect(proposed).toHaveLength(ids.size);
  for (const { actionId, data } of proposed) {
    const text = ids.get(actionId ?? "") ?? "";
    if (fits(text, "missionId")) expect(data).toMatchObject({ missionId: text, sessionId: text, batchId: text });
  }
});

/** Search ignores case, which is ambiguous in some scripts; URLs drop dot segments. */
const needleIsPlain = (text: string) => /^[\w .'"-]*$/.test(text);
const isPathPart = (text: string) => text !== "." && text !== "..";

test("any text that a worker reports is kept", async () => {
  const texts = NAUGHTY.map((text, n) => ({ text, succeeds: n % 2 === 0 || !fits(text, "message") }));
  for (let first = 0; first < texts.length; first += 100) {
    const some = texts.slice(first, first + 100);
    const proposed = await gate.post("agent", "/api/pending-actions/batch", {
      items: some.map(() => ({ toolName: "note", toolInput: {} })),
    });
    const ids = (proposed.json as { items: { pendingActionId: string }[] }).items.map(({ pendingActionId }) => pendingActionId);
    const items = await Promise.all(
      ids.map(async (id) => ({ pendingActionId: id, verdict: "approve", digest: await gate.digestOf(id) })),
    );
    await gate.post("admin", "/api/pending-actions/decisions", { items });
    const request = { tools: ["note"], limit: 100 };
    const { claims } = (await gate.post("worker", "/api/worker/claims", request)).json as {
      claims: { id: string; action: { id: string } }[];
    };
    const claimOf = new Map(claims.map(({ id, action }) => [action.id, id]));
    const wrong = await findWrong(some, async (one) => {
      const id = ids[some.indexOf(one)]!;
      const [verb, body] = one.succeeds
        ? ["complete", { result: inputOf(one.text) }]
        : ["fail", { error: { code: "handler", message: one.text } }];
      const answer = await gate.post("worker", `/api/worker/claims/${claimOf.get(id) ?? "none"}/${verb}`, body);
      const { result, error } = await gate.read(id);
      const isKept = one.succeeds
        ? isEqual(sorted(result), sorted(inputOf(one.text)))
        : (error as { message: string } | null)?.message === one.text;
      return answer.status === 200 && isKept ? [] : [[one, answer, result, error]];
    });
    expect(wrong).toEqual([]);
  }
});

/** Many of these texts look alike, and the server refuses names that could be confused. */
const imitates = ({ json }: Answer): boolean => JSON.stringify(json).includes("looks like");

test("any text in a tool, a key and a member is kept, or refused with its path", async () => {
  const kept: { keys: string[]; members: string[] } = { keys: [], members: [] };
  const wrong = await findWrong(NAUGHTY, async (text) => {
    const found: unknown[] = [];
    const isOk = !hasNul(text);
    const name = `tool-${NAUGHTY.indexOf(text)}`;
    const inputSchema = {
      type: "object",
      title: text,
      properties: { [text]: { description: text, enum: [text] } },
      required: [text],
    };
    const plain = text === "" ? "x" : text.slice(0, 40).toWellFormed();
    const title = text.slice(0, 150).toWellFormed();
    const tool = { name, title, description: text, inputSchema, group: plain, protectedKeys: [title], previews: true };
    const registered = await gate.post("worker", "/api/worker/tools", { tools: [tool] });
    if (isOk) {
      const { json } = await gate.get("admin", `/api/tools/${name}`);
      const stored = { ...(json as typeof tool), previews: true };
      const fields = Object.fromEntries(Object.keys(tool).map((field) => [field, stored[field as keyof typeof tool]]));
      if (!isEqual(sorted(fields), sorted(tool))) found.push([text, "tool", registered, json]);
    } else if (registered.status !== 422 || !pathsOf(registered).includes("/tools/0/description"))
      found.push([text, "tool", registered]);

    const key = await gate.post("admin", "/api/keys", { kind: "agent", name: text, groups: [plain] });
    const isRight = (answer: Answer): boolean =>
      fits(text, "name") && !imitates(answer)
        ? answer.status === 201
        : answer.status === 422 && pathsOf(answer).includes("/name");
    if (!isRight(key)) found.push([text, "key", key]);
    if (key.status === 201) kept.keys.push(text);
    const email = `${name}@example.test`;
    const member = await gate.post("admin", "/api/members", { email, name: text, role: "viewer" });
    if (!isRight(member)) found.push([text, "member", member]);
    if (member.status === 201) kept.members.push(text);
    const address = await gate.post("admin", "/api/members", { email: text, name: "n", role: "viewer" });
    if (address.status !== 422 || !pathsOf(address).includes("/email")) found.push([text, "email", address]);
    return found;
  });
  expect(wrong).toEqual([]);
  const names = (answer: { json: unknown }) => (answer.json as { items: { name: string }[] }).items.map(({ name }) => name);
  const keys = names(await gate.get("admin", "/api/keys"));
  const members = names(await gate.get("admin", "/api/members"));
  expect(keys).toEqual(expect.arrayContaining(kept.keys));
  expect(members).toEqual(expect.arrayContaining(kept.members));
  expect(kept.keys.length + kept.members.length).toBeGreaterThan(NAUGHTY.length / 2);
});

test("any text a worker draws as a preview is kept", async () => {
  await gate.post("worker", "/api/worker/tools", {
    tools: [{ name: "drawn", description: "d", inputSchema: { type: "object" }, previews: true }],
  });
  const wrong = await findWrong(NAUGHTY, async (text) => {
    const proposed = await gate.post("agent", "/api/pending-actions", { toolName: "drawn", toolInput: {} });
    const id = (proposed.json as { pendingActionId: string }).pendingActionId;
    const preview = { title: text, summary: text, items: [inputOf(text)], [`more ${text}`]: text };
    const answer = await gate.post("worker", `/api/worker/previews/${id}`, { version: 1, preview });
    const kept = (await gate.read(id))["preview"];
    return answer.status === 200 && isEqual(sorted(kept), sorted(preview)) ? [] : [[text, answer, kept]];
  });
  expect(wrong).toEqual([]);
});
