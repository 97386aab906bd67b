import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFilesConnector } from "../../src/tools/connectors/files/files-connector.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

let gate: Gate;
let root: string;
const path = "a.md";
const put = (content: string) => writeFile(join(root, path), content);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "countersign-target-"));
  gate = await openGate("any", { started: false, connectors: [createFilesConnector({ rootOf: () => root })] });
});
afterAll(async () => {
  await gate.close();
  await rm(root, { recursive: true });
});
beforeEach(() => put("one\ntwo\n"));

const edit = () => propose(gate, "edit_file", { path, edits: [{ oldText: "two", newText: "2" }] });
const look = async (id: string) => need(await gate.engine.targets.read(gate.people.viewer, id));

test("a file changed elsewhere shows its text now, and the edit over it", async () => {
  const id = await edit();
  await put("zero\none\ntwo\n");
  expect(await look(id)).toMatchObject({
    state: "changed",
    current: { path, content: "zero\none\ntwo\n" },
    proposedNow: { path, content: "zero\none\n2\n" },
    canRebase: true,
  });
  const next = need(await gate.engine.targets.rebase(gate.people.approver, id, { channel: "api" }));
  expect(next).toMatchObject({ status: "pending", proposed: { content: "zero\none\n2\n" } });
});

test("an edit that no longer fits shows the text now and why it cannot be rebased", async () => {
  const id = await edit();
  await put("something else\n");
  const target = await look(id);
  expect(target).toMatchObject({
    state: "changed",
    current: { content: "something else\n" },
    proposedNow: null,
    canRebase: false,
  });
  expect(target.reason).toContain("does not accept this input");
  expect(codeOf(await gate.engine.targets.rebase(gate.people.approver, id, { channel: "api" }))).toBe("INVALID_INPUT");
});

test("a file that is gone is told as gone; writing it anew can be rebased, editing it cannot", async () => {
  const editing = await edit();
  const writing = await propose(gate, "write_file", { path, content: "new\n" });
  await rm(join(root, path));
  expect(await look(editing)).toMatchObject({ state: "gone", current: null, proposedNow: null, canRebase: false });
  expect(await look(writing)).toMatchObject({ state: "gone", proposedNow: { content: "new\n" }, canRebase: true });
  expect(await gate.engine.decisions.approve(gate.people.approver, editing, { channel: "api" })).toMatchObject({
    refusal: { code: "STALE", current: { status: "pending" } },
  });
});

test("a stored target that leads out of the folder is not read", async () => {
  const id = await edit();
  await gate.database.kysely.updateTable("action").set({ target: "file:../../etc/passwd" }).where("id", "=", id).execute();
  expect(await look(id)).toMatchObject({ state: "changed", current: null, canRebase: false });
});
