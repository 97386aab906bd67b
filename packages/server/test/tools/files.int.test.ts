import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { toolDefinitionSchema, type JsonObject } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { createFilesConnector } from "../../src/tools/connectors/files/files-connector.ts";
import { context, GATED, gated, pathKey, refusal, sha256, useFilesFolder } from "./files-folder.ts";

const { inBase, inRoot, tool, tools, look, names } = useFilesFolder();

describe("definitions", () => {
  test("are valid; what changes files needs approval and can be looked up", () => {
    for (const { definition, approval, lookup } of tools().values()) {
      expect(toolDefinitionSchema.parse(definition)).toEqual(definition);
      expect(approval).toBe(definition.name in GATED ? "required" : "never");
      expect(lookup !== undefined).toBe(definition.name in GATED);
      expect(definition.effect).toBe(definition.name in GATED ? "reconcilable" : "idempotent");
    }
    expect([...tools().keys()].sort()).toEqual([
      "delete_file",
      "edit_file",
      "list_files",
      "move_file",
      "read_file",
      "write_file",
    ]);
    expect(
      ["read_file", "write_file", "edit_file", "move_file", "delete_file"].map((name) => tool(name).definition.risk),
    ).toEqual([0, 2, 2, 3, 5]);
  });

  test("G35 the folder of a workspace is made by its first call, and tried again after a fault", async () => {
    await mkdir(inBase("x"));
    await writeFile(inBase("x/second"), "in the way");
    const { tools } = createFilesConnector({ rootOf: (workspaceId) => inBase(`x/${workspaceId}`) });
    const list = (workspaceId: string) =>
      tools
        .find(({ definition }) => definition.name === "list_files")!
        .execute({}, { ...context({ preview: { title: "" } }), workspaceId });
    expect(await list("first")).toMatchObject({ entries: [] });
    expect((await stat(inBase("x/first"))).isDirectory()).toBe(true);
    await expect(list("second")).rejects.toMatchObject({ name: "ToolFailure" });
    await rm(inBase("x/second"));
    expect(await list("second")).toMatchObject({ entries: [] });
  });
});

describe("reading", () => {
  const run = (name: string, input: JsonObject) => tool(name).execute(input, context({ preview: { title: "" } }));

  test("text comes back byte for byte, other bytes by size and hash", async () => {
    const text = "\ufeffä\r\n\u202e😀";
    await writeFile(inRoot("b.txt"), text);
    expect(await run("read_file", { path: "b.txt" })).toEqual({ path: "b.txt", content: text, sha256: sha256(text) });
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    await writeFile(inRoot("c.bin"), bytes);
    expect(await run("read_file", { path: "c.bin" })).toEqual({
      path: "c.bin",
      content: { bytes: 3, sha256: sha256(bytes) },
      sha256: sha256(bytes),
    });
  });

  test("lists names in order, links unfollowed, and says when there are more", async () => {
    await symlink(inBase("outside"), inRoot("out"));
    await mkdir(inRoot("many"));
    expect(await run("list_files", {})).toEqual({
      path: "",
      entries: [
        { path: "many", kind: "folder" },
        { path: "notes", kind: "folder" },
        { path: "out", kind: "link" },
      ],
      truncated: false,
    });
    expect(await run("list_files", { path: ".", recursive: true })).toMatchObject({
      entries: [{ path: "many" }, { path: "notes" }, { path: "notes/a.md", kind: "file", bytes: 14 }, { path: "out" }],
    });
    for (let index = 0; index < 1001; index++) await writeFile(inRoot(`many/${index}`), "");
    const listed = (await run("list_files", { path: "many" })) as { entries: unknown[]; truncated: boolean };
    expect(listed.entries).toHaveLength(1000);
    expect(listed.truncated).toBe(true);
    await expect(run("list_files", { path: "out" })).rejects.toEqual(refusal("invalid", "/path"));
    await expect(run("list_files", { path: "notes/a.md" })).rejects.toEqual(refusal("invalid", "/path"));
  });

  test("what is not there is refused by name", async () => {
    await expect(run("read_file", { path: "nope.md" })).rejects.toEqual(refusal("invalid", "/path"));
    await expect(run("list_files", { path: "nope" })).rejects.toEqual(refusal("invalid", "/path"));
  });
});

describe("proposing", () => {
  test("shows the whole file before and after, its target and its version", async () => {
    const before = "one\ntwo\nthree\n";
    expect(await look("write_file", { path: "./notes//a.md", content: "one\n2\nthree\nfour\n" })).toEqual({
      preview: { title: "Overwrite notes/a.md", summary: "+2 \u22121 (4 lines)" },
      target: "file:notes/a.md",
      snapshot: sha256(before),
      current: { path: "notes/a.md", content: before },
      proposed: { path: "notes/a.md", content: "one\n2\nthree\nfour\n" },
    });
    expect(await look("write_file", { path: "x/y/new.md", content: "" })).toEqual({
      preview: { title: "Create x/y/new.md", summary: "New file, 0 lines" },
      target: "file:x/y/new.md",
      snapshot: "absent",
      current: { path: "x/y/new.md", content: null },
      proposed: { path: "x/y/new.md", content: "" },
    });
    expect(
      await look("edit_file", {
        path: "notes/a.md",
        edits: [
          { oldText: "two", newText: "2" },
          { oldText: "2\n", newText: "" },
        ],
      }),
    ).toEqual({
      preview: { title: "Edit notes/a.md", summary: "+0 \u22121 (2 lines)" },
      target: "file:notes/a.md",
      snapshot: sha256(before),
      current: { path: "notes/a.md", content: before },
      proposed: { path: "notes/a.md", content: "one\nthree\n" },
    });
    expect(await look("delete_file", { path: "notes/a.md" })).toMatchObject({
      preview: { title: "Delete notes/a.md" },
      snapshot: sha256(before),
      current: { path: "notes/a.md", content: before },
      proposed: { path: "notes/a.md", content: null },
    });
    expect(await look("move_file", { from: "notes/a.md", to: "b.md" })).toMatchObject({
      preview: { title: "Move notes/a.md to b.md" },
      target: "file:notes/a.md",
      snapshot: sha256(before),
      current: { path: "notes/a.md", content: before },
      proposed: { path: "b.md", content: before },
    });
    expect(await names()).toEqual(["notes", "notes/a.md"]);
  });

  test("bytes that are no text are shown by size and hash, and cannot be edited", async () => {
    await writeFile(inRoot("b.bin"), Buffer.from([0xff]));
    const shown = { bytes: 1, sha256: sha256(Buffer.from([0xff])) };
    expect(await look("write_file", { path: "b.bin", content: "x" })).toMatchObject({ current: { content: shown } });
    expect(await look("delete_file", { path: "b.bin" })).toMatchObject({ current: { content: shown } });
    await expect(look("edit_file", { path: "b.bin", edits: [{ oldText: "a", newText: "b" }] })).rejects.toEqual(
      refusal("invalid", "/path"),
    );
  });

  test("two large unlike texts are described without counting every line", async () => {
    const lines = (word: string): string => Array.from({ length: 50_000 }, (_, index) => `${word}${index}\n`).join("");
    await writeFile(inRoot("big.txt"), lines("a"));
    expect((await look("write_file", { path: "big.txt", content: lines("b") })).preview.summary).toBe(
      "50000 lines before, 50000 lines after",
    );
  });

  test.each([
    "/etc/passwd",
    "../outside/secret.md",
    "notes/../../outside/secret.md",
    "notes/../a.md",
    "..",
    "notes/..",
    "a\0b",
    "notes\\a.md",
    "..\\x",
    "C:/x",
    "c:x",
    "",
    ".",
    "./",
    "x".repeat(300),
    "notes/a.md/b",
    "notes",
    ".countersign-00ff.tmp",
  ])("the path %j is refused by every tool", async (path) => {
    for (const [name, input] of gated) {
      const key = pathKey(name);
      await expect(look(name, { ...input, [key]: path })).rejects.toEqual(refusal("invalid"));
      await expect(
        tool(name).execute({ ...input, [key]: path }, context({ preview: { title: "" }, snapshot: "absent" })),
      ).rejects.toThrow();
    }
    await expect(look("move_file", { from: "notes/a.md", to: path })).rejects.toEqual(refusal("invalid"));
    await expect(tool("read_file").execute({ path }, context({ preview: { title: "" } }))).rejects.toEqual(refusal("invalid"));
    expect(await names()).toEqual(["notes", "notes/a.md"]);
  });

  test("faults of the file system name no folder of this machine", async () => {
    const message = await look("write_file", { path: "x".repeat(300), content: "" }).then(String, String);
    expect(message).toBe("ToolFailure: the file system returned ENAMETOOLONG");
  });

  test("symbolic links are refused, as the file, on the way to it, inside or dangling", async () => {
    await symlink(inBase("outside"), inRoot("out"));
    await symlink(inBase("outside/secret.md"), inRoot("secret.md"));
    await symlink(inRoot("notes"), inRoot("inside"));
    await symlink("a.md", inRoot("notes/same.md"));
    await symlink("nowhere", inRoot("dangling"));
    for (const path of [
      "out/secret.md",
      "out/new.md",
      "out/x/new.md",
      "secret.md",
      "inside/a.md",
      "notes/same.md",
      "dangling",
      "dangling/x",
    ]) {
      for (const [name, input] of gated) {
        const key = pathKey(name);
        await expect(look(name, { ...input, [key]: path })).rejects.toEqual(refusal("invalid", `/${key}`));
        await expect(
          tool(name).execute({ ...input, [key]: path }, context({ preview: { title: "" }, snapshot: "absent" })),
        ).rejects.toThrow();
      }
      await expect(look("move_file", { from: "notes/a.md", to: path })).rejects.toEqual(refusal("invalid", "/to"));
      await expect(tool("read_file").execute({ path }, context({ preview: { title: "" } }))).rejects.toThrow(
        / is a symbolic link$/,
      );
    }
    expect(await names(inBase("outside"))).toEqual(["secret.md"]);
    expect(await readFile(inBase("outside/secret.md"), "utf8")).toBe("secret\n");
  });

  test("what cannot run is refused before anybody is asked", async () => {
    await writeFile(inRoot("b.md"), "b");
    await writeFile(inRoot("huge.txt"), Buffer.alloc(1024 * 1024 + 1, 97));
    const cases: [string, JsonObject, string][] = [
      ["edit_file", { path: "nope.md", edits: [{ oldText: "a", newText: "b" }] }, "/path"],
      ["delete_file", { path: "nope.md" }, "/path"],
      ["move_file", { from: "nope.md", to: "c.md" }, "/from"],
      ["move_file", { from: "notes/a.md", to: "b.md" }, "/to"],
      ["move_file", { from: "notes/a.md", to: "notes/./a.md" }, "/to"],
      ["write_file", { path: "huge.txt", content: "" }, "/path"],
      ["delete_file", { path: "huge.txt" }, "/path"],
      ["write_file", { path: "b.md", content: "é".repeat(512 * 1024 + 1) }, "/content"],
      ["write_file", { path: "b.md", content: "\ud800" }, "/content"],
      ["write_file", { path: "b.md", content: 1 }, "/content"],
      ["write_file", { path: 1, content: "" }, "/path"],
      ["edit_file", { path: "notes/a.md", edits: [] }, "/edits"],
      ["edit_file", { path: "notes/a.md", edits: [{ oldText: "", newText: "" }] }, "/edits/0/oldText"],
      [
        "edit_file",
        {
          path: "notes/a.md",
          edits: [
            { oldText: "two", newText: "2" },
            { oldText: "nope", newText: "" },
          ],
        },
        "/edits/1/oldText",
      ],
      ["edit_file", { path: "notes/a.md", edits: [{ oldText: "e", newText: "" }] }, "/edits/0/oldText"],
      ["edit_file", { path: "b.md", edits: [{ oldText: "b", newText: "x".repeat(1024 * 1024 + 1) }] }, "/edits"],
    ];
    for (const [name, input, path] of cases) await expect(look(name, input)).rejects.toEqual(refusal("invalid", path));
    await writeFile(inRoot("aaa"), "aaa");
    await expect(look("edit_file", { path: "aaa", edits: [{ oldText: "aa", newText: "" }] })).rejects.toEqual(
      refusal("invalid", "/edits/0/oldText"),
    );
  });
});
