import { afterAll, beforeAll, expect, test } from "vitest";
import { openHostileGate, pathsOf, type HostileGate } from "./support/hostile-gate.ts";

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

const INPUT =
  '{"__proto__":{"polluted":true},"a":[{"__proto__":[1]}],"constructor":{"prototype":{"polluted":true}},"prototype":null,"toString":"x"}';

const isClean = () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
};

test("keys of prototypes in an input are data and come back byte for byte, through approval and run", async () => {
  const body = `{"toolName":"note","toolInput":${INPUT}}`;
  const proposed = await gate.send("agent", "POST", "/api/pending-actions", { body });
  expect(proposed.status).toBe(202);
  const id = (proposed.json as { pendingActionId: string }).pendingActionId;
  const record = await gate.get("admin", `/api/pending-actions/${id}`);
  expect(record.text).toContain(`"toolInput":${INPUT}`);
  expect(record.text).toContain(`"effectiveInput":${INPUT}`);
  expect((await gate.get("admin", "/api/pending-actions")).text).toContain(`"toolInput":${INPUT}`);
  await gate.post("admin", `/api/pending-actions/${id}/approve`, { digest: await gate.digestOf(id) });
  const claimed = await gate.post("worker", "/api/worker/claims", { tools: ["note"], limit: 10 });
  expect(claimed.text).toContain(`"effectiveInput":${INPUT}`);
  const claimId = (claimed.json as { claims: { id: string }[] }).claims[0]!.id;
  const result = await gate.send("worker", "POST", `/api/worker/claims/${claimId}/complete`, { body: `{"result":${INPUT}}` });
  expect(result.status).toBe(200);
  expect((await gate.get("admin", `/api/pending-actions/${id}`)).text).toContain(`"result":${INPUT}`);
  isClean();
});

test("a tool that names its keys refuses such a key in the input and in edits, with its path", async () => {
  const properties = { text: { type: "string" } };
  const closed = { name: "closed", description: "d", inputSchema: { type: "object", properties, additionalProperties: false } };
  const open = { name: "open", description: "d", inputSchema: { type: "object", properties } };
  await gate.post("worker", "/api/worker/tools", { tools: [closed, open] });
  const before = await gate.stored();
  for (const key of ["__proto__", "constructor", "prototype"]) {
    const body = `{"toolName":"closed","toolInput":{"${key}":{"polluted":true}}}`;
    const answer = await gate.send("agent", "POST", "/api/pending-actions", { body });
    expect([key, answer.status, pathsOf(answer)]).toEqual([key, 422, [`/toolInput/${key}`]]);
  }
  expect(await gate.stored()).toBe(before);

  for (const toolName of ["closed", "open"]) {
    const proposed = await gate.post("agent", "/api/pending-actions", { toolName, toolInput: { text: "x" } });
    const id = (proposed.json as { pendingActionId: string }).pendingActionId;
    const pending = await gate.stored();
    const digest = await gate.digestOf(id);
    for (const key of ["__proto__", "constructor", "prototype"]) {
      for (const verb of ["approve", "preview"]) {
        const seen = verb === "approve" ? `,"digest":"${digest}"` : "";
        const body = `{"userEdits":{"${key}":{"text":"y"}}${seen}}`;
        const answer = await gate.send("admin", "POST", `/api/pending-actions/${id}/${verb}`, { body });
        expect([key, answer.status, pathsOf(answer)]).toEqual([key, 422, [`/userEdits/${key}`]]);
      }
      const one = `{"items":[{"pendingActionId":"${id}","verdict":"approve","userEdits":{"${key}":1},"digest":"${digest}"}]}`;
      const many = await gate.send("admin", "POST", "/api/pending-actions/decisions", { body: one });
      expect(many.json).toMatchObject({ approved: 0, skipped: 1, results: [{ code: "INVALID_INPUT" }] });
    }
    expect(await gate.stored()).toBe(pending);
    expect(await gate.read(id)).toMatchObject({ status: "pending", version: 1, userEdits: null });
  }
  isClean();
});
