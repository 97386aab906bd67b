import type { JsonObject } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { codeOf, propose } from "../support/gate.ts";
import { connectorContract } from "./contract.ts";
import { credentialsOf, isDownload, isWrite, settingsOf, useConnector, useDrive } from "./drive-support.ts";
import { DOCUMENT_TYPE, FOLDER_TYPE, startFakeDrive } from "./fakes/drive.ts";
import type { StoredFile } from "./fakes/drive-files.ts";
import { GOOGLE_CLIENT } from "./fakes/google-oauth.ts";
import { toolOf } from "./support.ts";
import { approve, loseLease, runAgain, runApproved, untilEnded } from "./through-gate.ts";
import { until } from "../support/until.ts";

const TOOLS = ["google_drive_write", "google_drive_update", "google_drive_batch_import"] as const;
const used = useConnector();
const { connector, database } = used;
const countSources = async (): Promise<number> =>
  (await database().kysely.selectFrom("savedRecord").select("position").where("kind", "=", "source").execute()).length;

connectorContract(connector, TOOLS, async () => {
  await database().kysely.insertInto("workspace").values({ id: "ws_test", name: "Test" }).execute();
  const drive = await startFakeDrive();
  const folder = drive.add({ name: "Notes", mimeType: FOLDER_TYPE, content: null });
  const inside = drive.add({ name: "Import", mimeType: FOLDER_TYPE, content: null, parents: [folder.id] });
  const file = drive.add({ name: "a.md", parents: [folder.id], content: Buffer.from("one\n") });
  const imported = drive.add({ name: "b.md", parents: [inside.id], content: Buffer.from("to import\n") });
  const credentials = credentialsOf(drive);
  let [count, struck] = [0, isWrite];
  return {
    settings: settingsOf(drive, [folder.id]),
    credentials,
    wrongCredentials: credentialsOf(drive, "1//wrong-refresh-token"),
    secrets: [credentials.refreshToken, "1//wrong-refresh-token", GOOGLE_CLIENT.secret, "ya29."],
    writes: {
      google_drive_write: {
        input: () => {
          struck = isWrite;
          return { folder_id: folder.id, name: `new-${(count += 1)}.md`, content: "hello\n" };
        },
      },
      google_drive_update: {
        input: () => {
          struck = isWrite;
          return { file_id: file.id, content: `text ${(count += 1)}\n` };
        },
      },
      google_drive_batch_import: {
        input: () => {
          struck = isDownload;
          drive.touch(imported, { content: Buffer.from(`version ${(count += 1)}\n`) });
          return { folder_id: inside.id };
        },
      },
    },
    effects: async () => drive.writes + (await countSources()),
    trouble: (kind, onStrike) => drive.strike(kind, (request) => struck(request), onStrike),
    close: drive.close,
  };
});

describe("files in Google Drive", () => {
  const { at, connect, run, named, textOf, context, write, update } = useDrive(used);
  const add = (more: Partial<StoredFile>): StoredFile => at.drive.add({ name: "other.md", parents: [at.folder.id], ...more });

  test("writing shows what is there, and makes a file or overwrites it", async () => {
    const look = (input: JsonObject) =>
      toolOf(connector, connect(), "google_drive_write").describe(input, { workspaceId: "w" });
    expect(await look(write())).toMatchObject({
      preview: { title: "Create new.md in Notes", count: 1, items: [{ name: "new.md", folder: "Notes", bytes: 6 }] },
      target: `drive:${at.folder.id}/new.md`,
      snapshot: "absent",
      current: { content: null },
      proposed: { content: "hello\n" },
    });
    expect(await look(write("a.md"))).toMatchObject({
      preview: { title: "Overwrite a.md in Notes" },
      snapshot: String(at.file.version),
      current: { content: "one\n" },
    });
    expect(await runApproved(at.gate, "google_drive_write", write())).toMatchObject({
      status: "executed",
      result: { created: true },
    });
    expect(await runApproved(at.gate, "google_drive_write", write("a.md"))).toMatchObject({
      result: { created: false, id: at.file.id },
    });
    expect([textOf("new.md"), textOf("a.md")]).toEqual([["hello\n"], ["hello\n"]]);
    expect(named("new.md")[0]).toMatchObject({ parents: [at.folder.id], mimeType: "text/markdown" });
  });

  test("updating replaces text and name of one file, byte for byte", async () => {
    const text = "\ufeffä\r\n--boundary\r\n😀";
    const change = { file_id: at.file.id, content: text, name: "it's \\ b.md" };
    expect(await run("google_drive_update", change)).toMatchObject({
      ended: "executed",
      result: { id: at.file.id, name: change.name },
    });
    expect(textOf(change.name)).toEqual([text]);
    expect(await run("google_drive_update", { file_id: at.file.id, name: "c.md" })).toMatchObject({ ended: "executed" });
    expect(textOf("c.md")).toEqual([text]);
  });

  test.each([
    ["google_drive_write", () => write("a.md")],
    ["google_drive_update", update],
  ])("G2 %s of a file that changed after the proposal is refused", async (name, input) => {
    const id = await propose(at.gate, name, input());
    const tool = toolOf(connector, connect(), name);
    const { snapshot = null } = await tool.describe(input(), { workspaceId: "w" });
    at.drive.touch(at.file, { content: Buffer.from("theirs\n") });
    expect(codeOf(await at.gate.engine.decisions.approve(at.gate.people.approver, id, { channel: "inbox" }))).toBe("STALE");
    await expect(tool.execute(input(), context({ snapshot }))).rejects.toMatchObject({ code: "stale" });
    expect(textOf("a.md")).toEqual(["theirs\n"]);
  });

  test("a new file is never put beside one of its name that came meanwhile", async () => {
    const tool = toolOf(connector, connect(), "google_drive_write");
    at.drive.add({ name: "new.md", parents: [at.folder.id] });
    await expect(tool.execute(write(), context({ snapshot: "absent" }))).rejects.toMatchObject({ code: "stale" });
    expect(named("new.md")).toHaveLength(1);
    at.drive.add({ name: "new.md", parents: [at.folder.id] });
    await expect(tool.describe(write(), { workspaceId: "w" })).rejects.toMatchObject({ code: "invalid", path: "/name" });
  });

  test("only what is inside the folders of the list, at any depth, when described and when run", async () => {
    const outside = at.drive.add({ name: "Private", mimeType: FOLDER_TYPE, content: null });
    const inner = at.drive.add({ name: "Inner", mimeType: FOLDER_TYPE, content: null, parents: [at.folder.id] });
    const deep = at.drive.add({ name: "deep.md", parents: [inner.id] });
    const secret = at.drive.add({ name: "secret.md", parents: [outside.id], content: Buffer.from("secret") });
    const orphan = at.drive.add({ name: "shared.md" });
    expect(await run("google_drive_update", { file_id: deep.id, content: "x" })).toMatchObject({ ended: "executed" });
    const refused = [
      ["google_drive_write", { ...write(), folder_id: outside.id }],
      ["google_drive_update", { file_id: secret.id, content: "x" }],
      ["google_drive_update", { file_id: orphan.id, content: "x" }],
      ["google_drive_batch_import", { folder_id: outside.id }],
    ] as const;
    for (const [name, input] of refused) {
      const proposed = await at.gate.engine.proposals.propose(at.gate.agent, { toolName: name, toolInput: input });
      expect(proposed).toMatchObject({
        ok: false,
        refusal: { errors: [{ message: expect.stringContaining("none of the folders") }] },
      });
      const ran = toolOf(connector, connect(), name).execute(input, context({ snapshot: String(secret.version) }));
      await expect(ran).rejects.toMatchObject({ code: "forbidden" });
    }
    // The file is moved out of the folder after the approval.
    const tool = toolOf(connector, connect(), "google_drive_update");
    const { snapshot = null } = await tool.describe(update(), { workspaceId: "w" });
    at.file.parents = [outside.id];
    await expect(tool.execute(update(), context({ snapshot }))).rejects.toMatchObject({ code: "forbidden" });
    await expect(
      toolOf(connector, connect({}, []), "google_drive_write").describe(write(), { workspaceId: "w" }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    expect([textOf("secret.md"), textOf("a.md")]).toEqual([["secret"], ["one\n"]]);
  });

  describe.each([
    ["google_drive_write", () => write()],
    ["google_drive_write", () => write("a.md")],
    ["google_drive_update", update],
  ] as const)("%s (%#)", (name, input) => {
    test.each([
      ["cut_after", "executed"],
      ["error_after", "executed"],
      ["cut_before", "outcome_unknown"],
      ["error_before", "outcome_unknown"],
      ["rate_limit", "failed"],
    ] as const)("G3 G5 %s: %s, and never a second effect", async (kind, status) => {
      const before = at.drive.writes;
      at.drive.strike(kind, isWrite);
      const ended = await runApproved(at.gate, name, input());
      expect(ended).toMatchObject({ status });
      expect(at.drive.writes - before).toBe(status === "executed" ? 1 : 0);
      if (status !== "executed") expect(await runAgain(at.gate, ended.id)).toMatchObject({ status: "executed" });
      expect(at.drive.writes - before).toBe(1);
    });

    test("G3 G5 when the look-up is cut off too, a person is asked; run again, the look-up finds it", async () => {
      const before = at.drive.writes;
      at.drive.strike("cut_after", isWrite);
      at.drive.strike(
        "cut_before",
        ({ method, url }) => at.drive.writes > before && method === "GET" && url.includes("/drive/v3/files"),
      );
      const ended = await runApproved(at.gate, name, input());
      expect(ended).toMatchObject({ status: "outcome_unknown" });
      expect(await runAgain(at.gate, ended.id)).toMatchObject({ status: "executed", result: { url: expect.any(String) } });
      expect(at.drive.writes - before).toBe(1);
    });

    test("G3 G5 a process that dies while Drive works leaves one effect, and the next process its result", async () => {
      const before = at.drive.writes;
      at.drive.strike("hang_after", isWrite);
      const id = await propose(at.gate, name, input());
      await approve(at.gate, id);
      await until(() => at.drive.writes > before);
      await loseLease(at.gate, id);
      expect(await untilEnded(at.gate, id)).toMatchObject({
        status: "executed",
        attempts: [{ outcome: "lost" }, { outcome: "executed" }],
      });
      expect(at.drive.writes - before).toBe(1);
    });
  });

  test("what somebody wrote over a lost write is for a person to judge, and stays", async () => {
    at.drive.strike("cut_before", isWrite);
    const ended = await runApproved(at.gate, "google_drive_update", update());
    at.drive.touch(at.file, { content: Buffer.from("theirs\n") });
    expect(await runAgain(at.gate, ended.id)).toMatchObject({ status: "outcome_unknown" });
    expect(textOf("a.md")).toEqual(["theirs\n"]);
  });

  test.each([
    ["google_drive_update", () => ({ file_id: "nothing", content: "x" }), "invalid", "/file_id", "File not found"],
    ["google_drive_update", () => ({ file_id: at.file.id }), "invalid", undefined, "a new text or a new name"],
    [
      "google_drive_update",
      () => ({ file_id: add({ canEdit: false }).id, content: "x" }),
      "forbidden",
      undefined,
      "sufficient permissions",
    ],
    [
      "google_drive_update",
      () => ({ file_id: add({ trashed: true }).id, content: "x" }),
      "invalid",
      "/file_id",
      "in the trash",
    ],
    [
      "google_drive_update",
      () => ({ file_id: add({ mimeType: DOCUMENT_TYPE }).id, content: "x" }),
      "invalid",
      "/file_id",
      "does not accept plain text",
    ],
    ["google_drive_write", () => ({ ...write(), folder_id: at.file.id }), "invalid", "/folder_id", "is not a folder"],
    ["google_drive_write", () => ({ ...write(), content: "ä".repeat(600_000) }), "invalid", "/content", "is larger than"],
  ] as const)("%s %# ends as %s", async (name, input, code, path, words) => {
    const before = at.drive.writes;
    const open = connect({}, [at.folder.id, at.file.id]);
    const ran = await run(name, input() as JsonObject, open).catch((error: unknown) => ({ ended: "failed" as const, error }));
    expect(ran).toMatchObject({ ended: "failed", error: { code, path, message: expect.stringContaining(words) } });
    expect(at.drive.writes).toBe(before);
  });
});
