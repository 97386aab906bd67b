import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Action, ContentElement, JsonObject, Outcome } from "@countersign/protocol";
import { queryHandle } from "../../src/features/content/query-handle.ts";
import { productPath, sampleId } from "../../../../examples/sample-catalogue/sample-catalogue.ts";
import { codeOf, need, untilStatus } from "../support/gate.ts";
import { openContentGate, type ContentGate } from "./embedded-world.ts";

const product = (n: number): string => sampleId(`object ${productPath(n)}`);

const kind = inject("database");

/** Tests proposals on content from the agent's call to the written element. */
describe(`proposals on content on ${kind}`, () => {
  let gate: ContentGate;
  beforeAll(async () => {
    gate = await openContentGate(kind);
  }, 180_000);
  afterAll(() => gate?.close());

  const call = async (toolName: string, toolInput: JsonObject, more: object = {}): Promise<Outcome> =>
    need(await gate.engine.proposals.propose(gate.agent, { toolName, toolInput, ...more }));
  const proposeOne = async (toolName: string, input: JsonObject): Promise<string> => {
    const { pendingActionId } = await call(toolName, { proposals: [input] });
    if (pendingActionId === null) throw new Error("nothing was stored");
    return pendingActionId;
  };
  const read = async (id: string): Promise<ContentElement> => need(await gate.content.element(gate.people.admin, id));
  const approve = async (id: string) => need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  const runs = async (id: string): Promise<Action> => {
    await approve(id);
    return untilStatus(gate, id, "executed", "failed");
  };
  const editByHand = async (id: string, set: JsonObject): Promise<void> => {
    const { version } = await read(id);
    need(await gate.content.change(gate.people.admin, id, { version, set }));
  };

  test("many edits in one call are many proposals; the agent is told ids, and nothing of the content", async () => {
    const proposals = [0, 1, 2].map((n) => ({ id: product(n), fields: { stock: 40 + n } }));
    const before = await Promise.all(proposals.map(({ id }) => read(id)));
    const outcome = await call("propose_data_object_update", { proposals, summary: "Counted" }, { sessionId: "s1" });
    expect(outcome).toMatchObject({ status: "queued", pendingActionId: null });
    const ids = outcome.proposalIds ?? [];
    expect(ids).toHaveLength(3);
    for (const { path } of before) expect(JSON.stringify(outcome)).not.toContain(path);
    expect(await Promise.all(proposals.map(({ id }) => read(id)))).toMatchObject(before.map(({ version }) => ({ version })));

    const payloads = need(await gate.engine.actions.proposals(gate.people.viewer, "s1", ids));
    expect(ids.map((id) => payloads[id])).toMatchObject(
      before.map(({ path, id }, n) => ({
        elementPath: path,
        elementId: id,
        caption: "Counted",
        proposed: { value: { stock: 40 + n } },
      })),
    );
    for (const [n, id] of ids.entries()) {
      const action = await runs(id);
      expect(action).toMatchObject({ status: "executed", result: { id: proposals[n]?.id } });
      const after = await read(before[n]!.id);
      expect(after.value).toEqual((action.proposed as JsonObject)["value"]);
      expect(after.revision).toBe(before[n]!.revision + 1);
      const [revision] = need(await gate.content.revisions(gate.people.viewer, after.id));
      expect(revision).toMatchObject({ revision: after.revision, pendingActionId: id, modifiedBy: { kind: "agent" } });
    }
  });

  test("an invalid entry is named with field and reason, and nothing of the call is stored", async () => {
    const counted = need(await gate.engine.actions.counts(gate.people.admin)).byStatus;
    const refused = await gate.engine.proposals.propose(gate.agent, {
      toolName: "propose_data_object_update",
      toolInput: {
        proposals: [
          { id: product(3), fields: { stock: 1 } },
          { id: product(4), fields: { stock: -1, material: "gold", nothing: 1 } },
        ],
      },
    });
    expect(refused.ok || refused.refusal.errors).toEqual([
      { path: "/toolInput/proposals/1/fields/stock", message: "must be at least 0, is -1" },
      { path: "/toolInput/proposals/1/fields/material", message: expect.stringContaining("must be one of oak") },
      { path: "/toolInput/proposals/1/fields/nothing", message: expect.stringContaining("is not a field") },
    ]);
    expect(need(await gate.engine.actions.counts(gate.people.admin)).byStatus).toEqual(counted);
  });

  test("G8 G19 an edit by somebody else makes a proposal stale; it is never written over", async () => {
    const id = product(5);
    const action = await proposeOne("propose_data_object_update", { id, fields: { stock: 11, width: 99 } });
    await editByHand(id, { stock: 12 });
    expect(codeOf(await gate.engine.decisions.approve(gate.people.approver, action, { channel: "api" }))).toBe("STALE");
    expect((await read(id)).value["stock"]).toBe(12);
    expect(need(await gate.engine.targets.read(gate.people.approver, action))).toMatchObject({
      state: "changed",
      canRebase: true,
    });
  });

  test("G8 G19 an agent or an approver who lost the right for the folder makes nothing happen", async () => {
    const id = product(6);
    const { path } = await read(id);
    const folder = path.slice(0, path.lastIndexOf("/"));
    const of = (who: { kind: "user" | "agent"; id: string | null }) => ({
      folder,
      kind: null,
      who,
      rights: ["view" as const],
    });
    for (const who of [
      { kind: "agent" as const, id: null },
      { kind: "user" as const, id: gate.people.approver.id },
    ]) {
      const action = await proposeOne("propose_data_object_update", { id, fields: { stock: 21 } });
      need(await gate.content.writeRights(gate.people.admin, [of(who)], true));
      await gate.engine.decisions.approve(gate.people.approver, action, { channel: "api" });
      const ended = await untilStatus(gate, action, "pending", "failed");
      if (ended.status === "failed") expect(ended.error?.code).toBe("forbidden");
      expect((await read(id)).value["stock"]).not.toBe(21);
      need(await gate.content.writeRights(gate.people.admin, [], true));
      if (ended.status === "pending")
        need(await gate.engine.decisions.reject(gate.people.approver, action, { channel: "api" }));
    }
  });

  test("G19 what an agent may not view, it is not told of", async () => {
    const { path, id } = await read(product(7));
    const hidden = { folder: path, kind: null, who: { kind: "agent" as const, id: null }, rights: [] };
    need(await gate.content.writeRights(gate.people.admin, [hidden], true));
    const asked = await call("list_data_objects", { q: path.slice(path.lastIndexOf("/") + 1) });
    expect(JSON.stringify(asked)).not.toContain(id);
    const refused = await gate.engine.proposals.propose(gate.agent, {
      toolName: "propose_data_object_update",
      toolInput: { proposals: [{ id, fields: { stock: 3 } }] },
    });
    expect(JSON.stringify(refused)).toContain("there is no data object");
    need(await gate.content.writeRights(gate.people.admin, [], true));
    expect(await call("get_data_object", { id })).toMatchObject({ status: "executed", result: { path } });
  });

  test("tools of the direct groups write at once, on the record", async () => {
    const id = product(8);
    const done = await call("update_data_object", { id, fields: { stock: 33 } });
    expect(done).toMatchObject({ status: "executed" });
    expect((await read(id)).value["stock"]).toBe(33);
    const tag = sampleId("tag /season/autumn");
    expect(await call("assign_tag", { kind: "object", id, tag })).toMatchObject({ status: "executed" });
    expect((await read(id)).tags).toContain(tag);
    expect(await call("unassign_tag", { kind: "object", id, tag })).toMatchObject({ status: "executed" });
    expect((await read(id)).tags).not.toContain(tag);
    const { document, asset } = {
      document: sampleId("document /service"),
      asset: sampleId("asset /pictures/chairs/chair-1.png"),
    };
    expect(await call("update_document", { id: document, fields: { description: "At once" } })).toMatchObject({
      status: "executed",
    });
    expect(await call("update_asset", { id: asset, metadata: { copyright: "At once" } })).toMatchObject({
      status: "executed",
    });
    const base64 = Buffer.from("hello").toString("base64");
    const up = await call("upload_asset", { path: "/texts/hello.txt", mediaType: "text/plain", base64 });
    expect(up).toMatchObject({ status: "executed", result: { revision: 1 } });
  });

  test("which groups an agent has decides alone what it can call", async () => {
    const reader = { ...gate.agent, groups: ["content-data-objects"] };
    const tool = (
      await gate.database.kysely.selectFrom("apiKey").select("groups").where("id", "=", gate.agent.id).execute()
    )[0];
    await gate.database.kysely.updateTable("apiKey").set({ groups: reader.groups }).where("id", "=", gate.agent.id).execute();
    const names = need(await gate.engine.tools.list(reader)).map(({ name }) => name);
    expect(names.sort()).toEqual(["get_data_object", "get_data_object_schema", "list_data_objects"]);
    const refused = await gate.engine.proposals.propose(reader, {
      toolName: "update_data_object",
      toolInput: { id: product(9), fields: { stock: 1 } },
    });
    expect(codeOf(refused)).toMatch(/FORBIDDEN|NOT_FOUND/);
    await gate.database.kysely.updateTable("apiKey").set({ groups: tool!.groups }).where("id", "=", gate.agent.id).execute();
  });

  test("assets, tags, documents and templates are proposed, shown and written as objects are", async () => {
    const tag = sampleId("tag /season/spring");
    const calls: [string, JsonObject, string][] = [
      [
        "propose_asset_metadata_update",
        { id: sampleId("asset /pictures/lamps/lamp-1.png"), metadata: { alt: { en: "Lit" } } },
        "alt",
      ],
      ["propose_tag_assignment", { kind: "object", id: product(10), add: [tag] }, "tags"],
      ["propose_document_update", { id: sampleId("document /autumn"), fields: { title: "Autumn" }, publish: true }, "title"],
      ["propose_template", { path: "/labels/price", source: "<b>{{ name.en }}</b>" }, "source"],
      ["propose_template", { path: "/labels/new", source: "<i>{{ name }}</i>", context: { name: "A" } }, "source"],
      ["create_data_object", { type: "maker", path: "/makers/new", fields: { name: "New" } }, "name"],
      ["create_document", { type: "page", path: "/new", fields: { title: "New", content: [] } }, "title"],
      ["create_tag", { path: "/season/winter", fields: { title: { en: "Winter" } } }, "title"],
    ];
    for (const [toolName, input, changed] of calls) {
      const action = await runs(await proposeOne(toolName, input));
      expect({ toolName, error: action.error, status: action.status }).toEqual({ toolName, error: null, status: "executed" });
      const preview = action.preview as unknown as { content: { changed: string[]; fields: unknown[] } };
      expect(preview.content.changed).toContain(changed);
      const after = await read((action.result as { id: string }).id);
      const proposed = action.proposed as unknown as { value: JsonObject; tags: string[]; path: string };
      expect({ value: after.value, tags: after.tags, path: after.path }).toEqual({
        value: proposed.value,
        tags: proposed.tags,
        path: proposed.path,
      });
    }
  });

  test("a revision is brought back by a proposal", async () => {
    const id = product(11);
    const { revision, value } = await read(id);
    await editByHand(id, { stock: 58, width: 77 });
    const action = await runs(await proposeOne("propose_data_object_update", { id, restoreRevision: revision }));
    expect(action.status).toBe("executed");
    expect((await read(id)).value).toEqual(value);
    expect(need(await gate.content.revisions(gate.people.admin, id))[0]).toMatchObject({ restored: revision });
  });

  test("a template that breaks, or writes what may not be shown, is never put before a person", async () => {
    for (const source of ["{% if %}", "{{ include('/etc/passwd') }}", "<script>alert(1)</script>", "{{ constant('X') }}"]) {
      const refused = await gate.engine.proposals.propose(gate.agent, {
        toolName: "propose_template",
        toolInput: { proposals: [{ path: "/labels/bad", source }] },
      });
      expect(refused.ok || refused.refusal.errors?.[0]?.path).toBe("/toolInput/proposals/0/source");
    }
  });

  test("G11 rich text takes a short list of markup, and refuses the rest by name", async () => {
    for (const html of ["<script>x</script>", '<a href="javascript:x">a</a>', '<p onclick="x">a</p>', "<p>not closed"]) {
      const toolInput = { proposals: [{ id: product(14), fields: { description: { en: html } } }] };
      const refused = await gate.engine.proposals.propose(gate.agent, { toolName: "propose_data_object_update", toolInput });
      expect(refused.ok || refused.refusal.errors?.[0]?.path).toBe("/toolInput/proposals/0/fields/description/en");
    }
  });

  test("G12 G19 an editor that is open hears of every write, and the log names who wrote and for which action", async () => {
    const id = product(15);
    const action = await runs(await proposeOne("propose_data_object_update", { id, fields: { stock: 9 } }));
    await editByHand(id, { stock: 10 });
    const { revision, version } = await read(id);
    const entries = need(
      await gate.engine.audit.page(gate.people.admin, { kinds: ["content.changed"], q: id, sort: "newest" }),
    );
    expect(entries.slice(0, 2)).toMatchObject([
      {
        by: { kind: "user", id: gate.people.admin.id },
        data: { elementId: id, revision, version, pendingActionId: null },
      },
      {
        by: { kind: "agent", id: gate.agent.id },
        data: { elementId: id, revision: revision - 1, pendingActionId: action.id },
      },
    ]);
  });

  test("G19 a handler compares the version that was approved in its own transaction", async () => {
    const tool = gate.tools.find(({ definition }) => definition.name === "propose_data_object_update")!;
    const id = product(16);
    const input = { id, fields: { stock: 2 } };
    const by = { kind: "agent" as const, id: gate.agent.id };
    const { snapshot, target } = await tool.describe(input, { workspaceId: gate.agent.workspaceId, by });
    await editByHand(id, { stock: 3 });
    const run = gate.database.kysely.transaction().execute((trx) =>
      tool.execute(input, {
        workspaceId: gate.agent.workspaceId,
        actionId: "none",
        idempotencyKey: "act_none",
        attempt: 1,
        target: target ?? null,
        snapshot: snapshot ?? null,
        proposedBy: by,
        approvedBy: [],
        signal: AbortSignal.timeout(10_000),
        transaction: queryHandle(trx),
      }),
    );
    await expect(run).rejects.toMatchObject({ code: "stale" });
  });

  test("an approver's edit is checked as the agent's was", async () => {
    const id = product(12);
    const action = await proposeOne("propose_data_object_update", { id, fields: { stock: 5 } });
    const bad = await gate.engine.decisions.approve(gate.people.approver, action, {
      channel: "api",
      userEdits: { fields: { stock: -5 } },
    });
    expect(codeOf(bad)).toBe("INVALID_INPUT");
    const other = await gate.engine.decisions.approve(gate.people.approver, action, {
      channel: "api",
      userEdits: { id: product(13) },
    });
    expect(codeOf(other)).toBe("INVALID_INPUT");
    need(
      await gate.engine.decisions.approve(gate.people.approver, action, {
        channel: "api",
        userEdits: { fields: { stock: 6 } },
      }),
    );
    expect((await untilStatus(gate, action, "executed", "failed")).status).toBe("executed");
    expect((await read(id)).value["stock"]).toBe(6);
  });

  test("G12 every write is on a log that verifies", async () => {
    const report = need(await gate.engine.audit.verify(gate.people.admin));
    expect(report.faults).toEqual([]);
    expect(report.events).toBeGreaterThan(200);
  });
});
