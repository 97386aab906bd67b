import { afterAll, beforeAll, expect, test } from "vitest";
import { findWrong, openHostileGate, pathsOf, type HostileGate } from "./support/hostile-gate.ts";
import { hasNul, NAUGHTY } from "./support/naughty-strings.ts";

let gate: HostileGate;
let agentId = "";
beforeAll(async () => {
  gate = await openHostileGate();
  const { items } = (await gate.get("admin", "/api/agents")).json as { items: { id: string }[] };
  agentId = items[0]!.id;
});
afterAll(() => gate?.close());

const put = (path: string, body: unknown) => gate.send("admin", "PUT", path, { body });

test("no text in an expression is ever a fault, and none but a sound one is stored", async () => {
  const before = await gate.stored();
  const deep = (open: string, close: string) => open.repeat(600) + close.repeat(600);
  const expressions = [
    ...NAUGHTY.filter((text) => text !== "" && !hasNul(text)).slice(0, 150),
    deep("(", ")"),
    deep("[", "]"),
    deep("!", ""),
    `${"args.a.".repeat(200)}b`,
    "args".padEnd(1999, " "),
    "args.a = 1",
    "args[",
    "args.a.matches('(')",
    "process.exit(1)",
    "constructor.constructor('return 1')()",
    "agent.__proto__.x",
    "[1,2].map(x, x)",
  ];
  const kept: string[] = [];
  const wrong = await findWrong(expressions, async (approvalWhen) => {
    const answer = await put("/api/tools/note", { approvalWhen });
    if (answer.status === 200) kept.push(approvalWhen);
    const isNamed = answer.status === 422 && pathsOf(answer).includes("/approvalWhen");
    return isNamed || answer.status === 200 ? [] : [[approvalWhen, answer]];
  });
  expect(wrong).toEqual([]);
  // Valid expressions do no harm: a call they cannot judge needs approval.
  for (const expression of kept) {
    await put("/api/tools/note", { approval: "when", approvalWhen: expression, confirm: true });
    const answer = await gate.post("agent", "/api/pending-actions", { toolName: "note", toolInput: { b: 1 } });
    expect([expression, answer.status]).toEqual([expression, 202]);
  }
  await put("/api/tools/note", { approval: "required", approvalWhen: null });
  expect(await gate.stored()).not.toBe(before);
});

test("an input of any shape meets an expression without a fault", async () => {
  await put("/api/tools/note", {
    approval: "when",
    approvalWhen: "args.a > 1 || args.list.exists(x, x.b == args.a)",
    confirm: true,
  });
  const inputs = [
    {},
    { a: null },
    { a: "2" },
    { a: [] },
    { a: 0, list: [{ b: { c: 1 } }] },
    { a: 1e308, list: null },
    JSON.parse('{"a":0,"__proto__":{"a":1},"list":[{"__proto__":1}]}') as object,
    { a: 0, list: Array.from({ length: 5000 }, () => ({ b: 1 })) },
  ];
  for (const toolInput of inputs) {
    const answer = await gate.post("agent", "/api/pending-actions", {
      toolName: "note",
      toolInput,
      delivery: "queue",
      waitSeconds: 0,
    });
    expect([200, 202]).toContain(answer.status);
  }
  await put("/api/tools/note", { approval: "required" });
});

test("group names are plain words, and nothing else is made of them", async () => {
  const before = await gate.stored();
  const names = NAUGHTY.filter((text) => !hasNul(text) && !["", ".", ".."].includes(text)).slice(0, 200);
  const plain = /^[\p{L}\p{N}](?:[\p{L}\p{N} _.:-]*[\p{L}\p{N}])?$/u;
  const wrong = await findWrong(
    names.filter((name) => !plain.test(name)),
    async (name) => {
      const answers = [
        await put(`/api/groups/${encodeURIComponent(name)}`, {}),
        await put(`/api/agents/${agentId}`, { groups: [name] }),
        await put("/api/tools/note", { groups: [{ group: name }] }),
      ];
      return answers.filter(({ status }) => status !== 422 && status !== 404 && status !== 400).map((answer) => [name, answer]);
    },
  );
  expect(wrong).toEqual([]);
  expect(await gate.stored()).toBe(before);
  const cyrillic = "платежи";
  expect((await put(`/api/groups/${encodeURIComponent(cyrillic)}`, { description: "<script>" })).json).toMatchObject({
    name: cyrillic,
  });
  expect((await gate.send("admin", "DELETE", `/api/groups/${encodeURIComponent(cyrillic)}`)).status).toBe(200);
});

test("a refused change of a tool, group or agent leaves everything as it was", async () => {
  const before = await gate.stored();
  const refused = [
    await put("/api/tools/note", { approval: "never", alias: "other" }),
    await put("/api/tools/note", { alias: "n0te2", approverIds: ["nobody"] }),
    await put("/api/tools/note", { group: "a", groups: [{ group: "b" }] }),
    await put("/api/groups/half", { tools: [{ name: "note" }, { name: "no_such_tool" }] }),
    await put("/api/groups/default", { tools: [] }),
    await put(`/api/agents/${agentId}`, { name: "other", inClient: true }),
    await gate.send("admin", "DELETE", "/api/groups/default?confirm=true"),
    await gate.send("admin", "DELETE", "/api/groups/default?confirm=yes"),
    await gate.post("admin", "/api/tools/note/try", { toolInput: {}, run: true }),
    await gate.post("admin", "/api/keys", { kind: "worker", name: "w", maxRisk: 1 }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
  expect(await gate.stored()).toBe(before);
});

test("a key is made with its cap", async () => {
  const made = await gate.post("admin", "/api/keys", { kind: "agent", name: "capped", maxRisk: 2 });
  const { items } = (await gate.get("admin", "/api/agents")).json as { items: { id: string; maxRisk: number | null }[] };
  expect(items.find(({ id }) => id === (made.json as { id: string }).id)?.maxRisk).toBe(2);
});

test("agents and workers change no policy", async () => {
  const before = await gate.stored();
  for (const who of ["agent", "worker"] as const) {
    const answers = [
      await gate.send(who, "PUT", "/api/tools/note", { body: { approval: "never", confirm: true } }),
      await gate.send(who, "PUT", "/api/groups/default", { body: {} }),
      await gate.send(who, "DELETE", "/api/groups/default"),
      await gate.send(who, "PUT", `/api/agents/${agentId}`, { body: { inClient: true, confirm: true } }),
      await gate.post(who, "/api/tools/note/try", { toolInput: {} }),
      await gate.get(who, "/api/groups"),
      await gate.get(who, "/api/agents"),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  }
  expect(await gate.stored()).toBe(before);
});
