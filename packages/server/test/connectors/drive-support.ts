import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { ExecutionContext } from "../../src/ports/tool.ts";
import { sourceRecords } from "../../src/tools/connections/source-records.ts";
import { createGoogleDriveConnector } from "../../src/tools/connectors/google-drive/google-drive-connector.ts";
import type { DriveCredentials } from "../../src/tools/connectors/google-drive/settings.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase } from "../support/database.ts";
import type { Gate } from "../support/gate.ts";
import { never } from "../support/never.ts";
import { FOLDER_TYPE, startFakeDrive, type FakeDrive } from "./fakes/drive.ts";
import type { StoredFile } from "./fakes/drive-files.ts";
import { GOOGLE_CLIENT } from "./fakes/google-oauth.ts";
import { attempt, openConnection, toolOf } from "./support.ts";
import { openConnectorGate } from "./through-gate.ts";

export const isWrite = ({ method, url }: Request): boolean => method !== "GET" && url.includes("/drive/v3");
export const isDownload = ({ url }: Request): boolean => url.includes("alt=media") || url.includes("/export");

export const credentialsOf = (drive: FakeDrive, refreshToken = drive.oauth.grant()) => ({
  clientId: GOOGLE_CLIENT.id,
  clientSecret: GOOGLE_CLIENT.secret,
  refreshToken,
});
export const settingsOf = ({ url }: FakeDrive, folders: string[]) => ({
  apiUrl: url,
  tokenUrl: `${url}/token`,
  folders,
  reads: true,
});

/** The connector on the real table of records. */
export function useConnector() {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openTestDatabase("any");
  });
  afterAll(async () => database?.close());
  const get = (): Database => {
    if (!database) throw new Error("the database is open within tests only");
    return database;
  };
  const connector = createGoogleDriveConnector({
    findKept: (...asked) => sourceRecords(get()).findKept(...asked),
    put: (source) => sourceRecords(get()).put(source),
  });
  return { connector, database: get };
}

/** A fake Drive with a folder `Notes` and in it a file `a.md`, new for each test; and a gate with a connection to it. */
export function useDrive({ connector, database }: ReturnType<typeof useConnector>) {
  const at = {} as { drive: FakeDrive; gate: Gate; folder: StoredFile; file: StoredFile; credentials: DriveCredentials };
  beforeAll(async () => {
    at.drive = await startFakeDrive();
    at.folder = at.drive.add({ name: "Notes", mimeType: FOLDER_TYPE, content: null });
    at.credentials = credentialsOf(at.drive);
    at.gate = await openConnectorGate(connector, connect(), database());
  });
  afterAll(async () => {
    await at.gate.close();
    await at.drive.close();
  });
  beforeEach(() => {
    if (at.drive.faults.length > 0) throw new Error("a fault of the test before never struck");
    at.drive.files.clear();
    at.drive.files.set(at.folder.id, at.folder);
    at.file = at.drive.add({ name: "a.md", parents: [at.folder.id], content: Buffer.from("one\n") });
  });

  const connect = (more: Partial<DriveCredentials> = {}, folders = [at.folder.id]) =>
    openConnection(connector, settingsOf(at.drive, folders), { ...at.credentials, ...more });
  const run = (name: string, input: JsonObject, open = connect()) => attempt(toolOf(connector, open, name), input);
  const named = (name: string): StoredFile[] => [...at.drive.files.values()].filter((each) => each.name === name);
  const textOf = (name: string): string[] => named(name).map(({ content }) => content?.toString() ?? "");
  const context = (more: Partial<ExecutionContext>): ExecutionContext => ({
    workspaceId: "w",
    proposedBy: { kind: "agent", id: "agent" },
    approvedBy: ["approver"],
    actionId: "1",
    idempotencyKey: "act_1",
    attempt: 1,
    target: null,
    snapshot: null,
    signal: never,
    ...more,
  });
  const write = (name = "new.md"): JsonObject => ({
    folder_id: at.folder.id,
    name,
    content: "hello\n",
    mime_type: "text/markdown",
  });
  const update = (): JsonObject => ({ file_id: at.file.id, content: "two\n" });
  return { at, connect, run, named, textOf, context, write, update };
}
