// Behaviour specific to Payload: languages, drafts, field access, files, a tree of tags, and concurrent editors.
import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InvalidInput, OutcomeUnknown, ToolFailure } from "../../../packages/server/src/ports/tool.ts";
import {
  planChange,
  planCreation,
  type Creation,
} from "../../../packages/server/src/tools/connectors/content/change/plan-change.ts";
import type { ElementChange } from "../../../packages/server/src/tools/connectors/content/change/merge-change.ts";
import type {
  ContentSource,
  Element,
  ElementRef,
  Written,
} from "../../../packages/server/src/tools/connectors/content/content-source.ts";
import { payloadConnector } from "../../../packages/server/src/tools/connectors/content/payload/payload-connector.ts";
import { payloadSource } from "../../../packages/server/src/tools/connectors/content/payload/payload-source.ts";
import { writeOf } from "../../../packages/server/src/tools/connectors/content/tools/update-tools.ts";
import { ServiceFault } from "../../../packages/server/src/tools/connectors/service-fault.ts";
import { startPayload, type RunningPayload } from "../src/start-payload.ts";
import { settingsOf } from "./site.ts";
import { ask as askSite, connect, editByHand } from "./world.ts";

const LOOK = { workspaceId: "ws_test" };
const context = () => ({ ...LOOK, actionId: null, signal: AbortSignal.timeout(30_000) });
const PLACES = { set: "/fields", tags: "/tags" };

let site: RunningPayload;
let source: ContentSource;
beforeAll(async () => {
  site = await startPayload();
  source = payloadSource(connect(site));
});
afterAll(() => site?.close());

const ask = (method: string, path: string, body?: unknown) => askSite(site, method, path, body);
async function read(ref: ElementRef): Promise<Element> {
  const element = await source.find(ref, LOOK);
  if (!element) throw new Error("it is not there");
  return element;
}
const plan = (ref: ElementRef, change: ElementChange, of = source) => planChange(of, ref, change, PLACES, LOOK);
const change = async (ref: ElementRef, asked: ElementChange, of = source): Promise<Written | undefined> =>
  of.write(writeOf(await plan(ref, asked, of)), context());
const create = async (creation: Creation): Promise<Written | undefined> => {
  const { kind, type, path, next, publish } = await planCreation(source, creation, PLACES, LOOK);
  return source.create({ kind, type: type.name, path, next, ...(publish !== undefined && { publish }) }, context());
};
const object = (path: string): ElementRef => ({ kind: "object", path });
const page = (path: string): ElementRef => ({ kind: "document", path });

describe("a value", () => {
  test("of every kind is written as it is shown", async () => {
    const ref = object("/tools/hand-trowel");
    const set: JsonObject = {
      sku: "T-1",
      name: { de: "Schäufelchen 🌱" },
      weight: 0.45,
      price: { amount: "13.50", currency: "USD" },
      launched: "2026-03-04",
      status: "retired",
      markets: ["us", "de"],
      featured: true,
      related: ["products__9", "products__1"],
      image: "media__4",
    };
    const planned = await plan(ref, { set, tags: { add: ["tags__3"], remove: ["tags__2"] } });
    expect(new Set(planned.changed)).toEqual(new Set([...Object.keys(set), "tags"]));
    const written = await source.write(writeOf(planned), context());
    const after = await read(ref);
    expect(after).toMatchObject({ value: planned.next.value, tags: ["tags__3"], version: written?.version });
    expect(after.value["name"]).toEqual({ en: "Hand trowel", de: "Schäufelchen 🌱" });
    const { body } = await ask("GET", "/products/3?depth=0&locale=all");
    expect(body).toMatchObject({
      price: { amount: 13.5, currency: "USD" },
      launched: "2026-03-04T12:00:00.000Z",
      related: [9, 1],
    });
  });

  test("is emptied by null, a list by what is left of it", async () => {
    const ref = object("/tools/lawn-rake");
    const set = { weight: null, launched: null, markets: null, related: null, image: null, description: { de: null } };
    const planned = await plan(ref, { set });
    await source.write(writeOf(planned), context());
    expect((await read(ref)).value).toEqual(planned.next.value);
    expect(Object.keys((await read(ref)).value)).not.toContain("weight");
    expect((await read(ref)).value["description"]).toEqual({ en: expect.any(String) });
  });

  test("of two languages at once is refused in the dry run, as Payload writes one at a time", async () => {
    const set = { name: { en: "Rake", de: "Rechen" }, description: { en: "<p>Rake</p>" } };
    const refused = await plan(object("/tools/garden-twine"), { set }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidInput);
    expect(refused).toMatchObject({ path: "/fields/name", message: expect.stringContaining("one language at a time") });
  });

  test("in one language leaves the other as it is", async () => {
    const ref = object("/tools/garden-twine");
    const set = { name: { de: "Gartengarn" }, description: { de: "<p>Garn</p>" }, weight: 0.2 };
    await change(ref, { set });
    const { value } = await read(ref);
    expect(value["name"]).toEqual({ en: "Garden twine", de: "Gartengarn" });
    expect(value["description"]).toEqual({ en: expect.stringContaining("Garden twine"), de: "<p>Garn</p>" });
  });

  test("of another kind than the settings say is told, and nothing is guessed", async () => {
    const [products, ...others] = settingsOf(site).collections;
    const odd = { ...products!, fields: [{ name: "weight", kind: "text" }] };
    const found = payloadSource(connect(site, { collections: [odd, ...others] })).find(object("/tools/border-fork"), LOOK);
    await expect(found).rejects.toThrow(/The field weight in Payload is not a text/);
  });
});

describe("all or nothing", () => {
  test("what Payload refuses writes nothing of the rest", async () => {
    const ref = object("/pots/window-box");
    const before = await read(ref);
    const taken = {
      ...before,
      next: { ...before, value: { ...before.value, weight: 5, price: { amount: "-1.00", currency: "EUR" } } },
    };
    const write = source.write({ ...taken, changed: ["weight", "price"] }, context());
    await expect(write).rejects.toBeInstanceOf(ServiceFault);
    await expect(write).rejects.toMatchObject({ kind: "validation", mayHaveHappened: false });
    expect(await read(ref)).toEqual(before);
  });

  test("a field that the key may not change is refused before anything is written, and in the dry run", async () => {
    const [products, ...others] = settingsOf(site).collections;
    const withOuter = { ...products!, fields: [...(products!.fields as object[]), { name: "externalId", kind: "text" }] };
    const connection = connect(site, { collections: [withOuter, ...others] });
    const of = payloadSource(connection);
    const ref = object("/pots/seed-tray");
    const before = await of.find(ref, LOOK);
    await expect(plan(ref, { set: { externalId: "mine", weight: 9 } }, of)).rejects.toMatchObject({
      path: "/fields/externalId",
    });
    const next = { ...before!, value: { ...before!.value, externalId: "mine", weight: 9 } };
    const write = of.write({ ...before!, next, changed: ["externalId", "weight"] }, context());
    await expect(write).rejects.toMatchObject({ code: "invalid", path: "/externalId" });
    expect(await of.find(ref, LOOK)).toEqual(before);
    expect(await payloadConnector.test(connection, AbortSignal.timeout(10_000))).toMatchObject({
      ok: false,
      code: "settings",
      message: expect.stringContaining("products: externalId can not be changed"),
    });
  });

  test("what Payload keeps otherwise is told as such", async () => {
    const ref = object("/seeds/black-kale");
    const before = await read(ref);
    // A hook of the site turns the stock code to upper case.
    const write = source.write(
      { ...before, next: { ...before, value: { ...before.value, sku: "lower" } }, changed: ["sku"] },
      context(),
    );
    await expect(write).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(write).rejects.toThrow(/stored other values in sku/);
  });

  test("a reference that is gone by then writes nothing", async () => {
    const ref = object("/seeds/corn-poppy");
    const { body } = await ask("POST", "/products?locale=en", { path: "/gone", sku: "X", name: "Gone", price: { amount: 1 } });
    const planned = await plan(ref, { set: { related: [`products__${body.doc.id}`], weight: 3 } });
    await ask("DELETE", `/products/${body.doc.id}`);
    const before = await read(ref);
    await expect(source.write(writeOf(planned), context())).rejects.toMatchObject({ code: "stale" });
    expect(await read(ref)).toEqual(before);
  });
});

describe("an element somebody has open in Payload's editor", () => {
  test("is not written over", async () => {
    const ref = object("/seeds/sweet-pea");
    const before = await read(ref);
    const own = Number(before.id.split("__")[1]);
    const lock = { document: { relationTo: "products", value: own }, user: { relationTo: "users", value: 2 } };
    const { body } = await askSite(site, "POST", "/payload-locked-documents", lock, site.readerKey);
    const write = change(ref, { set: { weight: 4 } });
    await expect(write).rejects.toThrow(/open in Payload's editor/);
    await expect(write).rejects.toMatchObject({ mayHaveHappened: false });
    expect(await read(ref)).toEqual(before);
    await ask("DELETE", `/payload-locked-documents/${body.doc.id}`);
    expect(await change(ref, { set: { weight: 4 } })).toBeDefined();
  });
});

describe("a page", () => {
  const live = async (id: string) => (await ask("GET", `/pages/${id.split("__")[1]}?depth=0`)).body;

  test("is changed as a draft that visitors do not see, until it is published", async () => {
    const ref = page("/our-pots");
    const { id, value } = await read(ref);
    const blocks = (value["blocks"] as JsonObject[]).toSpliced(1, 1, { id: "new-1", type: "quote", text: "Clay breathes." });
    await change(ref, { set: { title: "Pots of ours", blocks } });
    const draft = await read(ref);
    expect(draft).toMatchObject({ published: false, value: { title: "Pots of ours" } });
    expect((await live(id)).title).toBe("Our pots");
    const kept = draft.value["blocks"] as JsonObject[];
    expect(kept.map(({ id: _id, ...block }) => block)).toEqual(blocks.map(({ id: _id, ...block }) => block));
    // Unchanged blocks keep their ids, so that a reviewer sees moves; Payload assigns the id of a new block.
    expect(kept.map((block) => block["id"]).toSpliced(1, 1)).toEqual(blocks.map((block) => block["id"]).toSpliced(1, 1));
    await change(ref, { publish: true });
    expect(await read(ref)).toMatchObject({ published: true });
    expect(await live(id)).toMatchObject({ title: "Pots of ours", _status: "published" });
  });

  test("is taken from visitors, be a draft pending or not, and nothing of the draft is lost", async () => {
    const ref = page("/spring-in-the-garden");
    const { id } = await read(ref);
    await change(ref, { publish: false });
    expect(await live(id)).toMatchObject({ _status: "draft" });
    await change(ref, { publish: true });
    await change(ref, { set: { title: "Spring, pending" } });
    expect(await live(id)).toMatchObject({ title: "Spring in the garden", _status: "published" });
    await change(ref, { set: { targetGroups: ["press"] }, publish: false });
    expect(await live(id)).toMatchObject({ _status: "draft" });
    expect((await read(ref)).value).toMatchObject({ title: "Spring, pending", targetGroups: ["press"] });
  });

  test("is stale once its draft was edited, though visitors see no change", async () => {
    const ref = page("/visit-us");
    const planned = await plan(ref, { set: { title: "Visit us now" }, publish: true });
    await editByHand(site, (await read(ref)).id, { title: "Visit us soon" });
    expect(await source.write(writeOf(planned), context())).toBeUndefined();
  });
});

describe("what is new", () => {
  test("is made at its path, once", async () => {
    const creation = {
      kind: "object",
      type: "products",
      path: "/tools/dibber",
      set: { sku: "D-1", name: { en: "Dibber" }, status: "planned", price: { amount: "9.00", currency: "EUR" } },
      tags: ["tags__2"],
    } as const;
    const [one, other] = await Promise.all([create(creation), create(creation)]);
    expect([one, other].filter((made) => made !== undefined)).toHaveLength(1);
    expect(await read(object("/tools/dibber"))).toMatchObject({ value: creation.set, tags: ["tags__2"] });
    await expect(create(creation)).rejects.toThrow(/taken by another element/);
  });

  test("can be a page, which is a draft, a tag below another, and a template", async () => {
    const blocks = [{ id: "b", type: "text", html: "<p>New</p>" }];
    await create({ kind: "document", type: "page", path: "/new", set: { title: "New", blocks } });
    expect(await read(page("/new"))).toMatchObject({ published: false, value: { title: "New" } });
    await create({ kind: "tag", type: "tag", path: "/Season/Monsoon", set: {} });
    expect(await read({ kind: "tag", path: "/Season/Monsoon" })).toMatchObject({ kind: "tag" });
    await expect(create({ kind: "tag", type: "tag", path: "/Nowhere/Monsoon", set: {} })).rejects.toThrow(/no tag Nowhere/);
    await create({
      kind: "template",
      type: "template",
      path: "/mail/new",
      set: { source: "<p>{{ a }}</p>", context: { a: [1] } },
    });
    expect(await read({ kind: "template", path: "/mail/new" })).toMatchObject({ value: { context: { a: [1] } } });
  });

  test("can be a file, whose bytes and name are those that were approved", async () => {
    const bytes = Buffer.from('hi ü\r\n--x "quoted"');
    const next = { value: { alt: { de: "Eine Notiz" } }, tags: ["tags__2"], published: true };
    const creation = { kind: "asset", type: "asset", next, file: { bytes, mediaType: "text/plain" } } as const;
    await source.create({ ...creation, path: "/note.txt" }, context());
    const stored = await read({ kind: "asset", path: "/note.txt" });
    expect(stored).toMatchObject({
      value: next.value,
      tags: next.tags,
      file: { mediaType: "text/plain", size: bytes.byteLength },
    });
    const headers = { authorization: `users API-Key ${site.apiKey}` };
    const file = await fetch(`${site.url}/api/media/file/note.txt`, { headers });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    expect(await source.create({ ...creation, path: "/note.txt" }, context())).toBeUndefined();
    const count = async () => (await ask("GET", "/media?limit=0")).body.totalDocs;
    const before = await count();
    await expect(source.create({ ...creation, path: "/no?te*.txt" }, context())).rejects.toThrow(
      /would be stored by Payload as/,
    );
    expect(await count()).toBe(before);
  });
});

describe("looking", () => {
  const paths = async (filter: object) =>
    (await source.list({ kind: "object", limit: 50, ...filter }, LOOK)).items.map(({ path }) => path);

  test("finds by folder, by text in any language and by a tag or one below it", async () => {
    expect(await paths({ folder: "/pots" })).toHaveLength(6);
    expect(await paths({ folder: "/po" })).toEqual([]);
    expect(await paths({ q: "Tontopf" })).toEqual(["/pots/clay-pot-12-cm", "/pots/clay-pot-20-cm", "/pots/clay-pot-32-cm"]);
    const range = await read({ kind: "tag", path: "/Range" });
    const seeds = await read({ kind: "tag", path: "/Range/Seeds" });
    expect(await paths({ tag: seeds.id })).toHaveLength(7);
    expect((await paths({ tag: range.id })).length).toBeGreaterThan(19);
    expect(await paths({ tag: "tags__zzz" })).toEqual([]);
  });

  test("refuses a cursor of another list", async () => {
    await expect(source.list({ kind: "object", limit: 5, cursor: "nonsense" }, LOOK)).rejects.toMatchObject({
      path: "/cursor",
    });
  });

  test("asks for nothing that the settings do not name", async () => {
    for (const id of ["users__1", "products__zzz", "products__", "__1", "media__../users/1"])
      expect(await source.find({ kind: "object", id }, LOOK)).toBeUndefined();
    expect(await source.find({ kind: "asset", id: "products__1" }, LOOK)).toBeUndefined();
    expect(await source.findReferences(["users__1", "products__zzz", "products__1"], LOOK)).toHaveLength(1);
  });
});

describe("the key", () => {
  test("that may only read proposes nothing and writes nothing", async () => {
    const of = payloadSource(connect(site, { apiKey: site.readerKey }));
    const element = await of.find(object("/pots/hanging-basket"), LOOK);
    expect(element).toMatchObject({ value: { sku: "G-0012" } });
    await expect(plan(object("/pots/hanging-basket"), { set: { weight: 1 } }, of)).rejects.toMatchObject({ code: "forbidden" });
    const write = of.write(
      { ...element!, next: { ...element!, value: { ...element!.value, weight: 1 } }, changed: ["weight"] },
      context(),
    );
    await expect(write).rejects.toBeInstanceOf(ToolFailure);
    expect(await of.find(object("/pots/hanging-basket"), LOOK)).toEqual(element);
  });

  test("that is wrong is refused, and is in no message", async () => {
    const apiKey = "wrong-key-0123456789";
    const connection = connect(site, { apiKey });
    const refused = await payloadSource(connection)
      .find(object("/pots/hanging-basket"), LOOK)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: "auth" });
    expect(String(refused)).not.toContain(apiKey);
    expect(await payloadConnector.test(connection, AbortSignal.timeout(10_000))).toMatchObject({ ok: false, code: "auth" });
    expect(await payloadConnector.test(connect(site), AbortSignal.timeout(10_000))).toEqual({
      ok: true,
      as: "editor@example.com",
    });
  });
});
