// From an agent's call to the changed site, through the whole engine.
import type { Action, JsonObject } from "@countersign/protocol";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContent } from "../../../packages/server/src/features/content/create-content.ts";
import { renderTemplate } from "../../../packages/server/src/tools/connectors/content/templates/render-template.ts";
import { payloadConnector } from "../../../packages/server/src/tools/connectors/content/payload/payload-connector.ts";
import { approve, openConnectorGate, untilEnded } from "../../../packages/server/test/connectors/through-gate.ts";
import { codeOf, need, type Gate } from "../../../packages/server/test/support/gate.ts";
import { startPayload, type RunningPayload } from "../src/start-payload.ts";
import { ask, connect, editByHand } from "./world.ts";

const GROUPS = ["data-objects", "assets", "documents", "tags", "templates"].flatMap((name) => [
  `payload-${name}`,
  `payload-${name}-write`,
]);

let site: RunningPayload;
let gate: Gate;
beforeAll(async () => {
  site = await startPayload();
  gate = await openConnectorGate(payloadConnector, connect(site));
  gate.agent = { ...gate.agent, groups: GROUPS };
  await gate.database.kysely.updateTable("apiKey").set({ groups: GROUPS }).where("id", "=", gate.agent.id).execute();
});
afterAll(async () => {
  await gate?.close();
  await site?.close();
});

const call = (toolName: string, toolInput: JsonObject) =>
  gate.engine.proposals.propose(gate.agent, { toolName: `payload_${toolName}`, toolInput });
async function proposeMany(toolName: string, proposals: JsonObject[]): Promise<string[]> {
  const { proposalIds, pendingActionId } = need(await call(toolName, { proposals }));
  return proposalIds ?? (pendingActionId === null ? [] : [pendingActionId]);
}
const actionOf = async (id: string): Promise<Action> => need(await gate.engine.actions.get(gate.people.admin, id));
async function run(id: string): Promise<Action> {
  await approve(gate, id);
  return untilEnded(gate, id);
}
const look = async (path: string) => (await ask(site, "GET", path)).body;

test("an agent finds an element, and each of the five kinds of proposal is shown and then written as it was shown", async () => {
  const found = need(await call("list_data_objects", { q: "spade" }));
  expect(found).toMatchObject({ status: "executed", result: { items: [{ id: "products__1", path: "/tools/digging-spade" }] } });
  const proposals = [
    ["propose_data_object_update", { id: "products__1", fields: { weight: 2.5, price: { amount: "52.00", currency: "EUR" } } }],
    ["propose_asset_metadata_update", { id: "media__2", metadata: { alt: { de: "Töpfe" } } }],
    ["propose_document_update", { id: "pages__2", fields: { title: "Spring is here" } }],
    ["propose_tag_assignment", { kind: "object", id: "products__2", add: ["tags__7"], remove: ["tags__2"] }],
    ["propose_template", { path: "/mail/order", source: "<p>{{ name }}, thank you.</p>" }],
  ] as const;
  const before = await look("/products/1?depth=0");
  const ids = await Promise.all(proposals.map(async ([tool, input]) => (await proposeMany(tool, [input as JsonObject]))[0]!));
  expect(await look("/products/1?depth=0")).toEqual(before);
  for (const id of ids) {
    const waiting = await actionOf(id);
    expect(waiting).toMatchObject({ status: "pending", preview: { content: { changed: expect.any(Array) } } });
    const ended = await run(id);
    expect(ended).toMatchObject({ status: "executed", result: { id: expect.stringContaining("__") } });
    const { kind, elementId } = waiting.preview["content"] as JsonObject;
    const tool = { object: "data_object", asset: "asset", document: "document", template: "template" }[kind as string];
    const now = need(await call(`get_${tool}`, { id: elementId! }));
    const { value, tags } = waiting.proposed as JsonObject;
    expect(now).toMatchObject({ result: { value, tags } });
  }
  expect(await look("/products/1?depth=0")).toMatchObject({ weight: 2.5, price: { amount: 52 } });
  expect(await look("/products/2?depth=0")).toMatchObject({ tags: [7] });
  expect(await look("/pages/2?depth=0")).toMatchObject({ title: "Spring in the garden" });
  expect(await look("/pages/2?depth=0&draft=true")).toMatchObject({ title: "Spring is here", _status: "draft" });
});

test("many in one call: an invalid one is named by field, and none of them is stored", async () => {
  const good = { id: "products__4", fields: { weight: 1 } };
  const refused = await call("propose_data_object_update", {
    proposals: [
      good,
      { id: "products__5", fields: { weight: -1, status: "lost", image: "media__999", externalId: "x" } },
      { id: "products__6", fields: { name: { en: "One", de: "Eins" } } },
    ],
  });
  expect(refused.ok || refused.refusal.errors).toEqual([
    { path: "/toolInput/proposals/1/fields/weight", message: expect.stringContaining("at least 0") },
    { path: "/toolInput/proposals/1/fields/status", message: expect.stringContaining("must be one of planned") },
    { path: "/toolInput/proposals/1/fields/externalId", message: expect.stringContaining("is not a field of this collection") },
    { path: "/toolInput/proposals/1/fields/image", message: expect.stringContaining("no element with the id media__999") },
    { path: "/toolInput/proposals/2/fields/name", message: expect.stringContaining("one language at a time") },
  ]);
  expect(await proposeMany("propose_data_object_update", [good, { ...good, id: "products__5" }])).toHaveLength(2);
});

test("G8 what an editor changed at Payload meanwhile is not written over, and what they left alone can be proposed again", async () => {
  const [id] = await proposeMany("propose_data_object_update", [
    { id: "products__8", fields: { weight: 5, status: "retired" } },
  ]);
  await editByHand(site, "products__8", { weight: 6 });
  expect(codeOf(await gate.engine.decisions.approve(gate.people.approver, id!, { channel: "api" }))).toBe("STALE");
  expect(await look("/products/8?depth=0")).toMatchObject({ weight: 6, status: "sold" });
  expect(need(await gate.engine.targets.read(gate.people.approver, id!))).toMatchObject({ state: "changed", canRebase: true });
});

test("G8 an edit between the approval and the run leaves the approved call as stale", async () => {
  const [one, other] = await proposeMany("propose_data_object_update", [
    { id: "products__9", fields: { weight: 5 } },
    { id: "products__9", fields: { weight: 7 } },
  ]);
  await Promise.allSettled([approve(gate, one!), approve(gate, other!)]);
  const ended = await Promise.all([one!, other!].map((id) => untilEndedOrPending(id)));
  expect(ended.filter(({ status }) => status === "executed")).toHaveLength(1);
  const late = ended.find(({ status }) => status !== "executed");
  expect(late?.status === "pending" || late?.error?.code === "stale").toBe(true);
});

async function untilEndedOrPending(id: string): Promise<Action> {
  const now = await actionOf(id);
  return now.status === "pending" ? now : untilEnded(gate, id);
}

test("a reviewer sees the pictures a proposal is about, which are at Payload", async () => {
  const [id] = await proposeMany("propose_data_object_update", [{ id: "products__10", fields: { image: "media__5" } }]);
  const { preview } = await actionOf(id!);
  const bytes = async (name: string): Promise<string> => {
    const headers = { authorization: `users API-Key ${site.apiKey}` };
    const file = await fetch(`${site.url}/api/media/file/${name}`, { headers });
    return `data:image/png;base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;
  };
  expect(preview.items).toEqual([
    { kind: "image", src: await bytes("greenhouse.png"), alt: "/greenhouse.png", caption: "Only as it is now" },
    { kind: "image", src: await bytes("watering-can.png"), alt: "/watering-can.png", caption: "Only as it would be" },
  ]);
  const [asset] = await proposeMany("propose_asset_metadata_update", [{ id: "media__6", metadata: { title: { en: "Rest" } } }]);
  expect((await actionOf(asset!)).preview.items).toEqual([
    { kind: "image", src: await bytes("winter-bed.png"), alt: "/winter-bed.png" },
  ]);
});

test("a page of the site is shown rendered as it is and as it would be", async () => {
  const blocks = [{ id: "a", type: "quote", text: "Soil first.", by: "Ada" }];
  const [id] = await proposeMany("propose_document_update", [{ id: "pages__1", fields: { title: "Hello", blocks } }]);
  const content = createContent({ database: gate.database, folder: tmpdir(), render: renderTemplate }).admin(gate.engine);
  const [before, after] = [
    need(await content.proposalPage(gate.people.viewer, id!, "current")),
    need(await content.proposalPage(gate.people.viewer, id!, "proposed")),
  ];
  expect(before).toContain("A garden is never finished.");
  expect(after).toContain("Soil first.");
  expect(after).not.toContain("A garden is never finished.");
});

test("a rejected proposal changes nothing", async () => {
  const before = await look("/media/3?depth=0&locale=all");
  const [id] = await proposeMany("propose_asset_metadata_update", [{ id: "media__3", metadata: { copyright: "Nobody" } }]);
  need(await gate.engine.decisions.reject(gate.people.approver, id!, { channel: "inbox", comment: "It is ours" }));
  expect(await look("/media/3?depth=0&locale=all")).toEqual(before);
});
