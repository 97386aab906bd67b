import { writeFileSync } from "node:fs";
import { chmod, link, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createFilesConnector } from "../../src/tools/connectors/files/files-connector.ts";
import { context, gated, refusal, sha256, useFilesFolder } from "./files-folder.ts";

const { inBase, inRoot, tool, tools, look, lookUp, file, names } = useFilesFolder();

describe("executing", () => {
  test("writes exactly the approved text, keeps the mode, leaves nothing behind", async () => {
    await chmod(inRoot("notes/a.md"), 0o640);
    const input = { path: "notes/a.md", content: "\ufeffä\r\n\u0000😀" };
    const result = await tool("write_file").execute(input, context(await look("write_file", input)));
    expect(await file("notes/a.md")).toBe(input.content);
    expect((await stat(inRoot("notes/a.md"))).mode & 0o777).toBe(0o640);
    expect(result).toEqual({ path: "notes/a.md", created: false, bytes: 12, sha256: sha256(input.content) });
    expect(await names()).toEqual(["notes", "notes/a.md"]);
  });

  test("makes a new file with its folders", async () => {
    const input = { path: "x/y/new.md", content: "hello\n" };
    expect(await tool("write_file").execute(input, context(await look("write_file", input)))).toMatchObject({ created: true });
    expect(await file("x/y/new.md")).toBe("hello\n");
    expect(await names()).toEqual(["notes", "notes/a.md", "x", "x/y", "x/y/new.md"]);
  });

  test("edits, deletes and moves what was approved", async () => {
    const edit = {
      path: "notes/a.md",
      edits: [
        { oldText: "two", newText: "$& $1" },
        { oldText: "one\n", newText: "" },
      ],
    };
    await tool("edit_file").execute(edit, context(await look("edit_file", edit)));
    expect(await file("notes/a.md")).toBe("$& $1\nthree\n");
    const move = { from: "notes/a.md", to: "archive/2026/a.md" };
    expect(await tool("move_file").execute(move, context(await look("move_file", move)))).toMatchObject({
      to: "archive/2026/a.md",
    });
    expect(await file("archive/2026/a.md")).toBe("$& $1\nthree\n");
    const remove = { path: "archive/2026/a.md" };
    expect(await tool("delete_file").execute(remove, context(await look("delete_file", remove)))).toEqual({
      path: remove.path,
      deleted: true,
    });
    expect(await names()).toEqual(["archive", "archive/2026", "notes"]);
  });

  test.each(gated)("%s of a file that changed since is stale and changes nothing", async (name, input) => {
    const approved = context(await look(name, input));
    await writeFile(inRoot("notes/a.md"), "someone else\n");
    await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
    expect(await file("notes/a.md")).toBe("someone else\n");
    expect(await names()).toEqual(["notes", "notes/a.md"]);
  });

  test.each(gated)("%s of a file that is gone, a folder, a link or huge by now is stale", async (name, input) => {
    const approved = context(await look(name, input));
    const path = inRoot("notes/a.md");
    await rm(path);
    await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
    await mkdir(path);
    await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
    await rm(path, { recursive: true });
    await writeFile(inBase("outside/a.md"), "one\ntwo\nthree\n");
    await symlink(inBase("outside/a.md"), path);
    await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
    await rm(path);
    await writeFile(path, Buffer.alloc(1024 * 1024 + 1));
    await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
    await rm(inRoot("notes"), { recursive: true });
    await symlink(inBase("outside"), inRoot("notes"));
    await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
    expect(await readFile(inBase("outside/a.md"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(await names(inBase("outside"))).toEqual(["a.md", "secret.md"]);
  });

  test("a new file or a destination that is there by now is never overwritten", async () => {
    const write = { path: "new.md", content: "mine" };
    const move = { from: "notes/a.md", to: "new.md" };
    const [approvedWrite, approvedMove] = [context(await look("write_file", write)), context(await look("move_file", move))];
    await writeFile(inRoot("new.md"), "theirs");
    await expect(tool("write_file").execute(write, approvedWrite)).rejects.toEqual(refusal("stale"));
    await expect(tool("move_file").execute(move, approvedMove)).rejects.toEqual(refusal("stale", "/to"));
    expect(await file("new.md")).toBe("theirs");
    expect(await names()).toEqual(["new.md", "notes", "notes/a.md"]);
  });

  test("what others write in the middle of a run is kept", async () => {
    const inTheMiddle = (path: string): AbortSignal =>
      Object.assign(new AbortController().signal, { throwIfAborted: () => writeFileSync(inRoot(path), "theirs") });
    const calls = [
      ["write_file", { path: "notes/a.md", content: "mine" }, "notes/a.md"],
      ["write_file", { path: "new.md", content: "mine" }, "new.md"],
      ["move_file", { from: "notes/a.md", to: "moved.md" }, "moved.md"],
    ] as const;
    for (const [name, input, written] of calls) {
      const approved = context(await look(name, input), { signal: inTheMiddle(written) });
      await expect(tool(name).execute(input, approved)).rejects.toEqual(refusal("stale"));
      expect(await file(written)).toBe("theirs");
    }
    expect(await names()).toEqual(["moved.md", "new.md", "notes", "notes/a.md"]);
  });

  test("of many approved against one version, one runs", async () => {
    const second = new Map(createFilesConnector({ rootOf: () => inRoot("") }).tools.map((one) => [one.definition.name, one]));
    const approved = context(await look("write_file", { path: "notes/a.md", content: "" }));
    const runs = Array.from({ length: 20 }, (_, index) => {
      const one = (index % 2 === 0 ? tools() : second).get("write_file");
      if (one === undefined) throw new Error("no tool");
      return one.execute({ path: "notes/a.md", content: `winner ${index}` }, { ...approved, idempotencyKey: `act_${index}` });
    });
    const ended = await Promise.allSettled(runs);
    expect(ended.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of ended) if (one.status === "rejected") expect(one.reason).toEqual(refusal("stale"));
    expect(await names()).toEqual(["notes", "notes/a.md"]);
  });

  test("moves in opposite directions end, one of them refused", async () => {
    const [there, back] = [
      { from: "notes/a.md", to: "b.md" },
      { from: "b.md", to: "notes/a.md" },
    ];
    const approved = context(await look("move_file", there));
    const ended = await Promise.allSettled([
      tool("move_file").execute(there, approved),
      tool("move_file").execute(back, approved),
    ]);
    expect(ended.some((one) => one.status === "fulfilled")).toBe(true);
    expect((await names()).filter((name) => name.endsWith(".md"))).toHaveLength(1);
  });

  test.each(gated)("%s that was called off changes nothing", async (name, input) => {
    const aborted = AbortSignal.abort(new Error("time is over"));
    await expect(tool(name).execute(input, context(await look(name, input), { signal: aborted }))).rejects.toThrow(
      "time is over",
    );
    expect(await file("notes/a.md")).toBe("one\ntwo\nthree\n");
    expect((await names()).filter((one) => one.endsWith(".tmp"))).toEqual([]);
  });

  test("a hard link to a file outside is replaced, not written through", async () => {
    await link(inBase("outside/secret.md"), inRoot("linked.md"));
    const input = { path: "linked.md", content: "mine" };
    await tool("write_file").execute(input, context(await look("write_file", input)));
    expect(await file("linked.md")).toBe("mine");
    expect(await readFile(inBase("outside/secret.md"), "utf8")).toBe("secret\n");
  });
});

describe("looking up a lost attempt", () => {
  test.each(gated)("%s: not before it ran, yes after it, with the same result", async (name, input) => {
    const approved = context(await look(name, input));
    expect(await lookUp(name, input, approved)).toEqual({ happened: false });
    const result = await tool(name).execute(input, approved);
    expect(await lookUp(name, input, approved)).toEqual({ happened: true, result });
  });

  test.each(gated)("%s: unknown once the place holds something else", async (name, input) => {
    const approved = context(await look(name, input));
    await tool(name).execute(input, approved);
    await mkdir(inRoot("notes"), { recursive: true });
    await writeFile(inRoot("notes/a.md"), "someone else\n");
    expect(await lookUp(name, input, approved)).toEqual({ happened: "unknown" });
    await rm(inRoot("notes"), { recursive: true });
    await symlink(inBase("outside"), inRoot("notes"));
    expect(await lookUp(name, input, approved)).toEqual({ happened: "unknown" });
  });

  test("a half-written copy of the dead attempt is removed and the next attempt runs", async () => {
    const input = { path: "notes/a.md", content: "new\n" };
    const approved = context(await look("write_file", input));
    const left = `.countersign-${sha256("w/act_1").slice(0, 24)}.tmp`;
    await writeFile(inRoot(`notes/${left}`), "ne");
    expect(await tool("list_files").execute({ path: "notes" }, approved)).toMatchObject({ entries: [{ path: "notes/a.md" }] });
    expect(await lookUp("write_file", input, approved)).toEqual({ happened: false });
    expect(await names()).toEqual(["notes", "notes/a.md"]);
    await writeFile(inRoot(`notes/${left}`), "ne");
    await tool("write_file").execute(input, approved);
    expect(await file("notes/a.md")).toBe("new\n");
    expect(await names()).toEqual(["notes", "notes/a.md"]);
  });

  test("a move that died between its two steps is shown, looked up and finished", async () => {
    const input = { from: "notes/a.md", to: "b.md" };
    const approved = context(await look("move_file", input));
    await link(inRoot("notes/a.md"), inRoot("b.md"));
    expect(await lookUp("move_file", input, approved)).toEqual({ happened: false });
    expect((await look("move_file", input)).snapshot).toBe(approved.snapshot);
    await tool("move_file").execute(input, approved);
    expect(await names()).toEqual(["b.md", "notes"]);
    expect(await lookUp("move_file", input, approved)).toMatchObject({ happened: true });
  });

  test("edits are recognised by taking them back, also deletions and repeated texts", async () => {
    await writeFile(inRoot("e.txt"), "a1 a2 a3 a4\n".repeat(3) + "drop me\n");
    const input = {
      path: "e.txt",
      edits: [
        { oldText: "drop me", newText: "a2" },
        { oldText: "a4\na2\n", newText: "" },
        { oldText: "a3 a4\na1 a2 a3 a4\na1 a2 a3 ", newText: "" },
      ],
    };
    const approved = context(await look("edit_file", input));
    await tool("edit_file").execute(input, approved);
    expect(await lookUp("edit_file", input, approved)).toMatchObject({ happened: true });
    await writeFile(inRoot("e.txt"), `${await file("e.txt")}x`);
    expect(await lookUp("edit_file", input, approved)).toEqual({ happened: "unknown" });
  });

  test("an edit that could have been made at too many places is unknown", async () => {
    const text = `${"ab".repeat(200_000)}c`;
    await writeFile(inRoot("e.txt"), text);
    const input = { path: "e.txt", edits: [{ oldText: "c", newText: "" }] };
    const approved = context(await look("edit_file", input));
    await tool("edit_file").execute(input, approved);
    expect(await lookUp("edit_file", input, approved)).toEqual({ happened: "unknown" });
  });

  test("a file moved in from elsewhere with the approved bytes is still the approved version", async () => {
    const input = { path: "notes/a.md", content: "new\n" };
    const approved = context(await look("write_file", input));
    await writeFile(inRoot("copy"), "one\ntwo\nthree\n");
    await rename(inRoot("copy"), inRoot("notes/a.md"));
    await tool("write_file").execute(input, approved);
    expect(await file("notes/a.md")).toBe("new\n");
  });
});
