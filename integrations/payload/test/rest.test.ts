// Assumptions of the connector about Payload's REST API, checked on a real site: an incompatible new version fails here.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPayload, type RunningPayload } from "../src/start-payload.ts";
import { ask as askSite } from "./world.ts";

type Doc = Record<string, unknown> & { id: number; updatedAt: string };

let site: RunningPayload;
beforeAll(async () => {
  site = await startPayload();
});
afterAll(() => site.close());

const ask = (method: string, path: string, body?: unknown, key?: string | null) => askSite(site, method, path, body, key);
const read = async (path: string): Promise<Doc> => (await ask("GET", path)).body;
/** Query for one document that matches only while its `updatedAt` is unchanged. */
const asItWas = ({ id, updatedAt }: Doc): string =>
  `where[and][0][id][equals]=${id}&where[and][1][updatedAt][equals]=${encodeURIComponent(updatedAt)}`;

describe("who may", () => {
  test("without a key, and with a wrong one, everything is refused as 403", async () => {
    expect(await ask("GET", "/products", undefined, null)).toMatchObject({ status: 403 });
    expect(await ask("GET", "/products", undefined, "0".repeat(48))).toMatchObject({ status: 403 });
    expect(await ask("PATCH", "/products/1?locale=en", { weight: 2 }, site.readerKey)).toMatchObject({ status: 403 });
  });

  test("what a key may change is asked for by collection and field", async () => {
    const { body: editor } = await ask("POST", "/products/access/1");
    expect(editor).toMatchObject({ update: true, fields: { weight: true, externalId: { read: true } } });
    expect(editor.fields.externalId.update).toBeUndefined();
    const { body: reader } = await ask("POST", "/products/access/1", undefined, site.readerKey);
    expect(reader.update).toBeUndefined();
    expect((await ask("GET", "/users/me", undefined, "0".repeat(48))).body.user).toBeNull();
  });

  test("a field the key may not change is dropped from a write without a word", async () => {
    const before = await read("/products/2?locale=en&depth=0");
    const { status } = await ask("PATCH", "/products/2?locale=en", { externalId: "mine", weight: 3 });
    expect(status).toBe(200);
    expect(await read("/products/2?locale=en&depth=0")).toMatchObject({ externalId: before["externalId"], weight: 3 });
  });
});

describe("a write", () => {
  test("is refused with the names of the fields that are wrong", async () => {
    const { status, body } = await ask("PATCH", "/products/1?locale=en", { status: "lost", weight: -3 });
    expect(status).toBe(400);
    expect(body.errors[0].data.errors.map(({ path }: { path: string }) => path)).toEqual(["weight", "status"]);
    const conditional = await ask("PATCH", `/products?locale=en&${asItWas(await read("/products/1"))}`, { weight: -3 });
    expect(conditional).toMatchObject({ status: 400, body: { docs: [], errors: [{ id: 1, isPublic: true }] } });
  });

  test("with a condition on updatedAt is for the state that was read", async () => {
    const seen = await read("/products/3?locale=en&depth=0");
    const first = await ask("PATCH", `/products?locale=en&${asItWas(seen)}`, { weight: 1.5 });
    expect(first.body).toMatchObject({ docs: [{ id: 3, weight: 1.5 }], errors: [] });
    const second = await ask("PATCH", `/products?locale=en&${asItWas(seen)}`, { weight: 1.6 });
    expect(second).toMatchObject({ status: 200, body: { docs: [], errors: [] } });
    expect(await read("/products/3")).toMatchObject({ weight: 1.5 });
  });

  test("without a language fails where a localised field is required, with all of them changes nothing", async () => {
    const bare = await ask("PATCH", "/products/4", { weight: 1 });
    expect(bare.body.errors[0].data.errors[0].path).toBe("name");
    const all = await ask("PATCH", "/products/4?locale=all", { name: { en: "Shears", de: "Schere" } });
    expect(all.status).toBe(200);
    expect(await read("/products/4?locale=all")).toMatchObject({ name: { en: "Pruning shears", de: "Gartenschere" } });
  });

  test("of a number that is none empties the field", async () => {
    const { status } = await ask("PATCH", "/products/5?locale=en", { weight: "heavy" });
    expect(status).toBe(200);
    expect((await read("/products/5"))["weight"]).toBeNull();
  });

  test("to a path that is taken is refused", async () => {
    const { body } = await ask("PATCH", "/products/6?locale=en", { path: "/pots/seed-tray" });
    expect(body.errors[0].data.errors[0]).toMatchObject({ path: "path", message: "Value must be unique" });
  });
});

describe("drafts", () => {
  test("visitors see a page as it was until the draft is published, which a condition can be set on", async () => {
    const shown = await read("/pages/5?locale=en&depth=0");
    const draft = await read("/pages/5?locale=en&depth=0&draft=true");
    expect([shown["title"], shown["_status"]]).toEqual(["Winter rest", "published"]);
    expect([draft["title"], draft["_status"]]).toEqual(["Winter rest (new)", "draft"]);
    const saved = await ask("PATCH", `/pages?draft=true&locale=en&${asItWas(draft)}`, { title: "Winter", _status: "draft" });
    expect(saved.body.docs).toHaveLength(1);
    const late = await ask("PATCH", `/pages?draft=true&locale=en&${asItWas(draft)}`, { _status: "published" });
    expect(late.body).toMatchObject({ docs: [], errors: [] });
    expect(await read("/pages/5?locale=en")).toMatchObject({ title: "Winter rest" });
    const now = await read("/pages/5?locale=en&depth=0&draft=true");
    await ask("PATCH", `/pages?draft=true&locale=en&${asItWas(now)}`, { _status: "published" });
    expect(await read("/pages/5?locale=en")).toMatchObject({ title: "Winter", _status: "published" });
  });

  test("take what is not valid, which is found when they are published", async () => {
    const draft = await ask("PATCH", "/pages/4?draft=true&locale=en", { title: "", _status: "draft" });
    expect(draft.status).toBe(200);
    const published = await ask("PATCH", "/pages/4?draft=true&locale=en", { _status: "published" });
    expect(published.body.errors[0].data.errors[0].path).toBe("title");
  });

  test("every state is kept as a version", async () => {
    const { body } = await ask("GET", "/pages/versions?where[parent][equals]=5&sort=-updatedAt&depth=0");
    expect(body.docs.length).toBeGreaterThan(2);
    expect(body.docs[0].version).toMatchObject({ title: "Winter", _status: "published" });
  });
});

describe("files", () => {
  const form = (name: string, type: string, text: string): FormData => {
    const data = new FormData();
    data.append("file", new Blob([text], { type }), name);
    data.append("_payload", JSON.stringify({ alt: "A note" }));
    return data;
  };

  test("are uploaded, renamed where the name is taken, read back by those who may", async () => {
    const first = await ask("POST", "/media?locale=en", form("note.txt", "text/plain", "one"));
    expect(first).toMatchObject({ status: 201, body: { doc: { filename: "note.txt", filesize: 3, mimeType: "text/plain" } } });
    const second = await ask("POST", "/media?locale=en", form("note.txt", "text/plain", "two"));
    expect(second.body.doc.filename).toBe("note-1.txt");
    const headers = { authorization: `users API-Key ${site.apiKey}` };
    const file = await fetch(`${site.url}/api/media/file/note.txt`, { headers });
    expect(await file.text()).toBe("one");
    expect((await fetch(`${site.url}/api/media/file/note.txt`)).status).toBe(403);
  });

  test("of a type that is not taken are refused", async () => {
    const { status, body } = await ask("POST", "/media?locale=en", form("page.html", "text/html", "<p>"));
    expect(status).toBe(400);
    expect(body.errors[0].data.errors[0].path).toBe("file");
  });
});

test("the sample site has tags in a tree, products, pictures, pages and templates", async () => {
  const total = async (path: string): Promise<number> => (await ask("GET", `${path}?limit=1&locale=all`)).body.totalDocs;
  expect(await total("/products")).toBe(20);
  expect(await total("/pages")).toBe(5);
  expect(await total("/templates")).toBe(2);
  expect(await total("/media")).toBeGreaterThanOrEqual(6);
  const { body } = await ask("GET", "/tags?depth=0&limit=100&where[parent][exists]=true");
  expect(body.totalDocs).toBe(8);
});
