import type { JsonObject } from "@countersign/protocol";
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, propose } from "../support/gate.ts";
import { isDownload, useConnector, useDrive } from "./drive-support.ts";
import { DOCUMENT_TYPE, FOLDER_TYPE } from "./fakes/drive.ts";
import { READ_SCOPE } from "./fakes/google-oauth.ts";
import { toolOf } from "./support.ts";
import { approve, loseLease, runAgain, runApproved, untilEnded } from "./through-gate.ts";
import { never } from "../support/never.ts";
import { until } from "../support/until.ts";

const used = useConnector();
const { connector, database } = used;
const { at, connect, run, named, textOf, context, write, update } = useDrive(used);

describe("access", () => {
  test("one access token serves many calls; it is replaced when it is over, and once when it is refused", async () => {
    const open = connect();
    const before = at.drive.oauth.issued;
    await run("google_drive_update", update(), open);
    await run("google_drive_write", write(), open);
    expect(at.drive.oauth.issued - before).toBe(1);
    open.credentials.accessTokenExpiresAt = Date.now() + 1000;
    await run("google_drive_update", update(), open);
    expect(at.drive.oauth.issued - before).toBe(2);
    at.drive.oauth.expire();
    const writes = at.drive.writes;
    expect(await run("google_drive_update", update(), open)).toMatchObject({ ended: "executed" });
    expect([at.drive.oauth.issued - before, at.drive.writes - writes]).toEqual([3, 1]);
  });

  test("access that was revoked says so, in words a person can act on", async () => {
    const refreshToken = at.drive.oauth.grant();
    at.drive.oauth.revoke(refreshToken);
    const refused = run("google_drive_update", update(), connect({ refreshToken }));
    await expect(refused).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("Connect the account again"),
    });
    await expect(run("google_drive_update", update(), connect({ clientSecret: "wrong" }))).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("check its id and secret"),
    });
  });

  test("a token service that does not answer is no effect and no lost answer", async () => {
    for (const kind of ["cut_before", "error_before", "error_after"] as const) {
      const open = connect();
      const tool = toolOf(connector, open, "google_drive_update");
      const { snapshot = null } = await tool.describe(update(), { workspaceId: "w" });
      delete open.credentials.accessToken;
      at.drive.strike(kind, ({ url }) => url.endsWith("/token"));
      await expect(tool.execute(update(), context({ snapshot }))).rejects.toMatchObject({
        name: "ToolFailure",
        code: "handler",
      });
    }
    expect(textOf("a.md")).toEqual(["one\n"]);
  });

  test("an account that only reads ends a write as forbidden", async () => {
    const ran = await run("google_drive_update", update(), connect({ refreshToken: at.drive.oauth.grant(READ_SCOPE) }));
    expect(ran).toMatchObject({ ended: "failed", error: { code: "forbidden", message: expect.stringContaining("scopes") } });
  });

  test("the connection's test names folders the account does not see", async () => {
    const tell = (folders: string[]) => connector.test(connect({}, folders), never);
    expect(await tell([at.folder.id])).toEqual({ ok: true, as: "ada@example.test" });
    expect(await tell([at.folder.id, "gone"])).toMatchObject({
      ok: false,
      code: "settings",
      message: expect.stringContaining("gone"),
    });
  });
});

describe("importing a folder", () => {
  const input = (): JsonObject => ({ folder_id: at.folder.id });
  const kept = async () =>
    (
      await database()
        .kysely.selectFrom("savedRecord")
        .selectAll()
        .where("workspaceId", "=", at.gate.agent.workspaceId)
        .orderBy("actionId")
        .orderBy("position")
        .execute()
    )
      .filter(({ kind }) => kind === "source")
      .map(({ title, data }) => [title, (JSON.parse(data) as { content: string }).content]);
  beforeEach(async () => {
    await database().kysely.deleteFrom("savedRecord").where("kind", "=", "source").execute();
    at.drive.add({ name: "b.md", parents: [at.folder.id], content: Buffer.from("two\n") });
    at.drive.add({ name: "c", mimeType: DOCUMENT_TYPE, parents: [at.folder.id], content: Buffer.from("# three\n") });
  });

  test("lists what will be taken over and what cannot be, and says afterwards what became of each", async () => {
    at.drive.add({ name: "d.png", mimeType: "image/png", parents: [at.folder.id] });
    at.drive.add({ name: "e.txt", parents: [at.folder.id], content: Buffer.from([0xff, 0xfe, 0]) });
    at.drive.add({ name: "Inner", mimeType: FOLDER_TYPE, parents: [at.folder.id] });
    const id = await propose(at.gate, "google_drive_batch_import", input());
    const { preview } = await untilShown(id);
    expect(preview).toMatchObject({
      title: "Import 4 files from Notes",
      count: 4,
      items: [
        { name: "a.md", skipped: null },
        { name: "b.md" },
        { name: "c" },
        { name: "d.png", skipped: /not read as text/ },
        { name: "e.txt" },
      ].map(({ name, ...rest }) => ({
        name,
        ...("skipped" in rest && rest.skipped ? { skipped: expect.stringMatching(rest.skipped) } : {}),
      })),
    });
    await approve(at.gate, id);
    expect(await untilEnded(at.gate, id)).toMatchObject({
      status: "executed",
      result: {
        imported: 3,
        skipped: 2,
        failed: 0,
        items: [
          { name: "a.md", outcome: "imported" },
          { name: "b.md", outcome: "imported" },
          { name: "c", outcome: "imported" },
          { name: "d.png", outcome: "skipped" },
          { name: "e.txt", outcome: "skipped", reason: "The file is not UTF-8 text." },
        ],
      },
    });
    expect(await kept()).toEqual([
      ["a.md", "one\n"],
      ["b.md", "two\n"],
      ["c", "# three\n"],
    ]);
  });

  test("a second import takes over only what changed", async () => {
    await runApproved(at.gate, "google_drive_batch_import", input());
    at.drive.touch(at.file, { content: Buffer.from("changed\n") });
    const again = await runApproved(at.gate, "google_drive_batch_import", input());
    expect(again).toMatchObject({ result: { imported: 0, updated: 1, unchanged: 2 } });
    expect(await kept()).toHaveLength(4);
  });

  test("G2 a file that comes after the proposal is not imported unseen", async () => {
    const id = await propose(at.gate, "google_drive_batch_import", input());
    at.drive.add({ name: "late.md", parents: [at.folder.id] });
    expect(codeOf(await at.gate.engine.decisions.approve(at.gate.people.approver, id, { channel: "inbox" }))).toBe("STALE");
    expect(await kept()).toEqual([]);
  });

  test("G2 a file that comes right before the import is not imported unseen either", async () => {
    const tool = toolOf(connector, connect(), "google_drive_batch_import");
    const { snapshot = null } = await tool.describe(input(), { workspaceId: "w" });
    at.drive.add({ name: "late.md", parents: [at.folder.id] });
    await expect(tool.execute(input(), context({ snapshot }))).rejects.toMatchObject({ code: "stale" });
  });

  test("G3 cut off in the middle, it goes on where it ended and keeps nothing twice", async () => {
    const isSecond = (request: Request): boolean => isDownload(request) && request.url.includes(named("b.md")[0]!.id);
    at.drive.strike("cut_before", isSecond);
    at.drive.strike("cut_before", isSecond);
    const ended = await runApproved(at.gate, "google_drive_batch_import", input());
    expect(ended).toMatchObject({ status: "outcome_unknown" });
    expect(await kept()).toEqual([["a.md", "one\n"]]);
    const downloads = at.drive.requests.filter((each) => each.includes(at.file.id)).length;
    expect(await runAgain(at.gate, ended.id)).toMatchObject({ status: "executed", result: { imported: 3, unchanged: 0 } });
    expect(await kept()).toHaveLength(3);
    // The file that was already imported is not read again.
    expect(at.drive.requests.filter((each) => each.includes(at.file.id))).toHaveLength(downloads);
  });

  test("G3 a process that dies in the middle is followed by one that goes on", async () => {
    at.drive.strike("hang_before", (request) => isDownload(request) && request.url.includes(named("c")[0]!.id));
    const id = await propose(at.gate, "google_drive_batch_import", input());
    await approve(at.gate, id);
    await until(() => at.drive.faults.length === 0);
    await loseLease(at.gate, id);
    expect(await untilEnded(at.gate, id)).toMatchObject({ status: "executed", result: { imported: 3 } });
    expect(await kept()).toHaveLength(3);
  });

  test("a limit of calls before the first file is a plain failure, a broken answer is asked for again", async () => {
    at.drive.strike("rate_limit", isDownload);
    const ended = await runApproved(at.gate, "google_drive_batch_import", input());
    expect(ended).toMatchObject({ status: "failed", error: { message: expect.stringContaining("try again in 60 seconds") } });
    at.drive.strike("error_before", isDownload);
    expect(await runAgain(at.gate, ended.id)).toMatchObject({ status: "executed", result: { imported: 3 } });
  });

  test("a folder of too many files is refused, one of some types is taken", async () => {
    for (let count = 0; count < 100; count += 1)
      at.drive.add({ name: `${count}.csv`, mimeType: "text/csv", parents: [at.folder.id] });
    const look = (more: JsonObject) =>
      toolOf(connector, connect(), "google_drive_batch_import").describe({ ...input(), ...more }, { workspaceId: "w" });
    await expect(look({})).rejects.toMatchObject({ code: "invalid", path: "/folder_id" });
    expect(await look({ mime_types: ["text/plain", DOCUMENT_TYPE] })).toMatchObject({ preview: { count: 3 } });
  });

  const untilShown = async (id: string): Promise<{ preview: unknown }> =>
    ((await at.gate.engine.actions.get(at.gate.people.admin, id)) as { value: { preview: unknown } }).value;
});
