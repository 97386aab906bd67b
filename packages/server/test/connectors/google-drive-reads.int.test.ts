import type { Json, JsonObject } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { useConnector, useDrive } from "./drive-support.ts";
import { DOCUMENT_TYPE, FOLDER_TYPE } from "./fakes/drive.ts";
import type { StoredFile } from "./fakes/drive-files.ts";
import { readContract } from "./read-contract.ts";
import { attempt, toolOf } from "./support.ts";

const used = useConnector();
const { connector } = used;

describe("what an agent reads in Google Drive", () => {
  const { at, connect, run } = useDrive(used);
  const folder = (name: string, parent = at.folder.id): StoredFile =>
    at.drive.add({ name, mimeType: FOLDER_TYPE, content: null, parents: [parent] });
  const file = (name: string, parent: string, text = ""): StoredFile =>
    at.drive.add({ name, parents: [parent], content: Buffer.from(text) });
  const read = async (name: string, input: JsonObject, open = connect()): Promise<Json> => {
    const ran = await run(name, input, open);
    if (ran.ended !== "executed") throw new Error(JSON.stringify(ran));
    return ran.result;
  };
  const named = (page: Json): string[] => (page as { items: { name: string }[] }).items.map(({ name }) => name);

  readContract(
    connector,
    {
      google_drive_search: () => ({ query: "one" }),
      google_drive_list: () => ({ folder_id: at.folder.id }),
      google_drive_get: () => ({ file_id: at.file.id }),
    },
    {
      gate: () => at.gate,
      service: () => at.drive,
      open: connect,
      openWrong: () => connect({ refreshToken: "1//wrong-refresh-token" }),
      isRead: ({ url }) => url.includes("/drive/v3/files"),
    },
  );

  test("a list is of one folder, by name, a page at a time; without one, of those that may be used", async () => {
    const inner = folder("B folder");
    for (let n = 0; n < 50; n += 1) file(`c${String(n).padStart(2, "0")}.md`, at.folder.id);
    file("deep.md", inner.id);
    const first = (await read("google_drive_list", { folder_id: at.folder.id })) as { nextCursor: string };
    expect(first).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ name: "a.md", kind: "file", bytes: 4, version: String(at.file.version) }),
        expect.objectContaining({ id: inner.id, kind: "folder", bytes: null }),
      ]),
    });
    const second = await read("google_drive_list", { folder_id: at.folder.id, cursor: first.nextCursor });
    expect([...named(first as Json), ...named(second)]).toEqual([...new Set([...named(first as Json), ...named(second)])]);
    expect([...named(first as Json), ...named(second)]).toHaveLength(52);
    expect(second).toMatchObject({ nextCursor: null });
    expect(named(await read("google_drive_list", { folder_id: inner.id }))).toEqual(["deep.md"]);
    const gone = at.drive.add({ name: "Old", mimeType: FOLDER_TYPE, content: null, trashed: true });
    const open = connect({}, [at.folder.id, gone.id, "nothing"]);
    expect(named(await read("google_drive_list", {}, open))).toEqual(["Notes"]);
    const many = connect({}, [...Array.from({ length: 20 }, () => at.folder.id), inner.id]);
    expect(await read("google_drive_list", {}, many)).toMatchObject({ nextCursor: "20" });
    expect(named(await read("google_drive_list", { cursor: "20" }, many))).toEqual(["B folder"]);
  });

  test("a file comes with its text, a part at a time", async () => {
    const text = `${"x".repeat(49_999)}😀end`;
    const long = file("long.md", at.folder.id, text);
    const first = (await read("google_drive_get", { file_id: long.id })) as { text: string; nextOffset: number };
    expect(first).toMatchObject({ name: "long.md", folderId: at.folder.id, nextOffset: 49_999 });
    const second = (await read("google_drive_get", { file_id: long.id, offset: first.nextOffset })) as { text: string };
    expect(second).toMatchObject({ text: "😀end", nextOffset: null });
    expect(first.text + second.text).toBe(text);
    const google = at.drive.add({
      name: "Doc",
      mimeType: DOCUMENT_TYPE,
      parents: [at.folder.id],
      content: Buffer.from("# Doc"),
    });
    expect(await read("google_drive_get", { file_id: google.id })).toMatchObject({ text: "# Doc", bytes: null });
    const picture = at.drive.add({ name: "p.png", mimeType: "image/png", parents: [at.folder.id] });
    expect(await read("google_drive_get", { file_id: picture.id })).toMatchObject({
      text: null,
      unreadable: expect.stringContaining("image/png"),
    });
    expect(await read("google_drive_get", { file_id: at.folder.id })).toMatchObject({
      kind: "folder",
      text: null,
      folderId: null,
    });
  });

  test("a search finds words in every folder below the list, at any depth, and nowhere else", async () => {
    const inner = folder("Inner");
    const deep = folder("Deep", inner.id);
    const outside = at.drive.add({ name: "Private", mimeType: FOLDER_TYPE, content: null });
    file("deep.md", deep.id, "the budget");
    file("inner.md", inner.id, "the budget");
    file("secret.md", outside.id, "the budget");
    at.drive.add({ name: "orphan budget.md" });
    const search = (more: JsonObject = {}, open = connect()) => read("google_drive_search", { query: "budget", ...more }, open);
    expect(await search()).toMatchObject({ nextCursor: null, complete: true });
    expect(named(await search()).sort()).toEqual(["deep.md", "inner.md"]);
    expect(named(await search({ folder_id: deep.id }))).toEqual(["deep.md"]);
    expect(await search({}, connect({}, []))).toEqual({ items: [], nextCursor: null, complete: true });
    const injected = `x' or name contains 'secret`;
    expect(named(await search({ query: injected }))).toEqual([]);
    for (let n = 0; n < 51; n += 1) file(`page ${n} budget.md`, inner.id);
    const first = (await search()) as { items: Json[]; nextCursor: string };
    expect(first.items).toHaveLength(50);
    expect(await search({ cursor: first.nextCursor })).toMatchObject({ nextCursor: null, items: [{}, {}, {}] });
  });

  test("a search says where it could not cover every folder", async () => {
    for (let n = 0; n < 100; n += 1) folder(`f${n}`);
    expect(await read("google_drive_search", { query: "one" })).toMatchObject({ complete: false, items: [{ name: "a.md" }] });
  });

  test("G8 what is outside the folders of the list is not read", async () => {
    const outside = at.drive.add({ name: "Private", mimeType: FOLDER_TYPE, content: null });
    const secret = file("secret.md", outside.id, "secret");
    const refused = [
      ["google_drive_get", { file_id: secret.id }],
      ["google_drive_get", { file_id: outside.id }],
      ["google_drive_list", { folder_id: outside.id }],
      ["google_drive_search", { query: "secret", folder_id: outside.id }],
    ] as const;
    for (const [name, input] of refused) {
      const ran = await attempt(toolOf(connector, connect(), name), input);
      expect(ran).toMatchObject({ ended: "failed", error: { code: "forbidden" } });
    }
    const moved = at.file;
    moved.parents = [outside.id];
    expect(await run("google_drive_get", { file_id: moved.id })).toMatchObject({
      ended: "failed",
      error: { code: "forbidden" },
    });
  });

  test.each([
    ["google_drive_get", () => ({ file_id: "nothing" }), "/file_id"],
    ["google_drive_list", () => ({ folder_id: at.file.id }), "/folder_id"],
    ["google_drive_list", () => ({ cursor: "x" }), "/cursor"],
    ["google_drive_list", () => ({ folder_id: at.folder.id, cursor: "x" }), undefined],
  ] as const)("%s %# ends as invalid", async (name, input, path) => {
    const ran = await run(name, input(), connect({}, [at.folder.id, at.file.id]));
    expect(ran).toMatchObject({ ended: "failed", error: { code: "invalid", path } });
  });
});
