import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@countersign/protocol";
import { sql } from "kysely";
import type { ContentAdmin } from "../../src/features/content/content-admin.ts";
import type { ServerTool } from "../../src/ports/tool.ts";
import { createContent } from "../../src/features/content/create-content.ts";
import { queryHandle } from "../../src/features/content/query-handle.ts";
import { createAssetFiles } from "../../src/tools/connectors/content/embedded/asset-files.ts";
import { createEmbeddedSource } from "../../src/tools/connectors/content/embedded/embedded-source.ts";
import { productPath, sampleId } from "../../../../examples/sample-catalogue/sample-catalogue.ts";
import { renderTemplate } from "../../src/tools/connectors/content/templates/render-template.ts";
import { openTestDatabase, type DatabaseKind } from "../support/database.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import type { SourceWorld } from "./source-contract.ts";

export interface ContentGate extends Gate {
  content: ContentAdmin;
  tools: readonly ServerTool[];
  folder: string;
}

/** Every group of content tools. */
export const CONTENT_GROUPS = ["data-objects", "assets", "documents", "tags", "templates"].flatMap((name) => [
  `content-${name}`,
  `content-${name}-write`,
  `content-${name}-direct-write`,
]);

/** A gate whose workspace holds the sample catalogue unless `empty`. By default its agent has every group of content tools. */
export async function openContentGate(
  kind: DatabaseKind,
  options: { groups?: readonly string[]; started?: boolean; empty?: boolean } = {},
): Promise<ContentGate> {
  const database = await openTestDatabase(kind);
  const folder = await mkdtemp(join(tmpdir(), "countersign-content-"));
  const content = createContent({ database, folder, render: renderTemplate });
  const gate = await openGate(kind, {
    database,
    connectors: [content.tools],
    started: options.started ?? true,
    settings: { maxPendingPerAgent: 1_000_000 },
  });
  const groups = [...(options.groups ?? CONTENT_GROUPS)];
  await database.kysely.updateTable("apiKey").set({ groups }).where("id", "=", gate.agent.id).execute();
  const admin = content.admin(gate.engine);
  if (!options.empty) need(await admin.loadSample(gate.people.admin));
  return {
    ...gate,
    agent: { ...gate.agent, groups },
    content: admin,
    tools: content.tools.tools,
    folder,
    async close() {
      await gate.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The embedded store with the sample catalogue, for the content source contract. */
export async function openEmbeddedWorld(kind: DatabaseKind): Promise<SourceWorld> {
  const gate = await openContentGate(kind, { started: false });
  const { kysely } = gate.database;
  const source = createEmbeddedSource({ database: queryHandle(kysely), files: createAssetFiles(gate.folder) });
  const { admin } = gate.people;
  const look = { workspaceId: admin.workspaceId, by: { kind: "user" as const, id: admin.id } };
  return {
    source,
    look,
    object: {
      kind: "object",
      id: sampleId(`object ${productPath(0)}`),
      one: { stock: 7, price: { amount: "12.50", currency: "EUR" } },
      two: { stock: 8, price: { amount: "13.50", currency: "SEK" } },
      bad: { price: { amount: "12,50", currency: "EUR" } },
    },
    asset: {
      kind: "asset",
      id: sampleId("asset /pictures/chairs/chair-1.png"),
      one: { copyright: "One" },
      two: { copyright: "Two" },
      bad: { copyright: 5 },
    },
    document: {
      kind: "document",
      id: sampleId("document /about"),
      one: { content: [{ id: "a", type: "heading", text: "One" }] },
      two: { content: [{ id: "a", type: "heading", text: "Two" }] },
      bad: { content: [{ id: "a", type: "nothing" }] },
    },
    tags: [sampleId("tag /season/autumn"), sampleId("tag /season/spring")],
    relation: "maker",
    writing: (work) =>
      kysely.transaction().execute((trx) =>
        work({
          ...look,
          transaction: queryHandle(trx),
          actionId: null,
          byName: admin.name,
          signal: AbortSignal.timeout(30_000),
        }),
      ),
    // Bypasses the code and the revision, like a manual change in the database.
    editOutside: async (elementKind, id, set: JsonObject) => {
      await sql`update content_element set value = (value::jsonb || ${JSON.stringify(set)}::jsonb)::text
        where kind = ${elementKind} and id = ${id}`.execute(kysely);
    },
    close: gate.close,
  };
}
