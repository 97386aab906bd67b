import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDataFolder } from "../../src/data-folder.ts";
import { createCredentialCipher, keyIdOf, newKey, DecryptionError } from "../../src/engine/secrets/credential-cipher.ts";
import {
  createSecretKeys,
  forgetKey,
  rotateKeys,
  splitKeys,
  takeOverFormerHeaders,
} from "../../src/engine/secrets/secret-keys.ts";
import { findConnection, insertConnection, refreshCredentials } from "../../src/store/statements/connections.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { deleteUpstream, findUpstream, insertUpstream } from "../../src/store/statements/upstreams.ts";
import { sealAsBefore } from "../tools/upstreams/seal-as-before.ts";
import { openGate, type Gate } from "../support/gate.ts";

const SECRET = "ghp_live_91f2ab";
const PLACE = { workspaceId: "ws_1", connectionId: "con_1" };
const CREDENTIALS = { token: SECRET, refresh: "r1" };

describe("credentials under a key", () => {
  const key = newKey();
  const seal = createCredentialCipher([key]);

  test("open where they were sealed, and nothing of them can be read without the key", () => {
    const sealed = seal.encrypt(CREDENTIALS, PLACE);
    expect(Buffer.from(sealed.sealed).toString("latin1")).not.toContain(SECRET);
    expect(sealed.keyId).toBe(keyIdOf(key));
    expect(key).not.toContain(sealed.keyId);
    expect(seal.decrypt(sealed, PLACE)).toEqual(CREDENTIALS);
    expect(Buffer.from(seal.encrypt(CREDENTIALS, PLACE).sealed)).not.toEqual(Buffer.from(sealed.sealed));
  });

  test("any changed bit is noticed", () => {
    const { sealed, keyId } = seal.encrypt(CREDENTIALS, PLACE);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => seal.decrypt({ sealed: changed, keyId }, PLACE)).toThrow(DecryptionError);
    }
    expect(() => seal.decrypt({ sealed: sealed.subarray(0, 20), keyId }, PLACE)).toThrow(DecryptionError);
    expect(() => seal.decrypt({ sealed: new Uint8Array(), keyId }, PLACE)).toThrow(DecryptionError);
  });

  test("G9 moved to another connection or workspace they do not open", () => {
    const sealed = seal.encrypt(CREDENTIALS, PLACE);
    expect(() => seal.decrypt(sealed, { ...PLACE, connectionId: "con_2" })).toThrow("belong to another connection");
    expect(() => seal.decrypt(sealed, { ...PLACE, workspaceId: "ws_2" })).toThrow(DecryptionError);
    expect(() => seal.decrypt(sealed, { workspaceId: "ws_1con_1", connectionId: "" })).toThrow(DecryptionError);
  });

  test("another key says which one is missing and where to put it", () => {
    const sealed = seal.encrypt(CREDENTIALS, PLACE);
    const other = createCredentialCipher([newKey()]);
    expect(() => other.decrypt(sealed, PLACE)).toThrow(new RegExp(`key ${sealed.keyId}.*COUNTERSIGN_SECRET_KEY`));
    expect(() => other.decrypt({ ...sealed, keyId: other.firstKeyId }, PLACE)).toThrow("cannot be decrypted");
  });

  test("the first of several keys seals, and each opens what it sealed", () => {
    const next = newKey();
    const both = createCredentialCipher([next, key]);
    expect(both.decrypt(seal.encrypt(CREDENTIALS, PLACE), PLACE)).toEqual(CREDENTIALS);
    expect(both.encrypt(CREDENTIALS, PLACE).keyId).toBe(keyIdOf(next));
  });

  test("short keys and the same one twice are refused", () => {
    expect(() => splitKeys("short", "secret.key")).toThrow("secret.key: a key has fewer than 32 characters");
    expect(() => splitKeys(`${key}, ${key}`, "secret.key")).toThrow("the same key is listed twice");
    expect(splitKeys(`${key},\n${"k".repeat(32)}\n`, "secret.key")).toEqual([key, "k".repeat(32)]);
  });
});

describe("keys outside the database", () => {
  let gate: Gate;
  let folder: string;
  beforeAll(async () => {
    gate = await openGate("any", { started: false });
  });
  afterAll(() => gate.close());
  beforeEach(async () => {
    await gate.database.kysely.deleteFrom("connection").execute();
    folder = await mkdtemp(join(tmpdir(), "countersign-keys-"));
    return () => rm(folder, { recursive: true });
  });

  const store = async (id: string, keys: readonly [string, ...string[]]) => {
    const { workspaceId } = gate.agent;
    const { sealed, keyId } = createCredentialCipher(keys).encrypt(CREDENTIALS, { workspaceId, connectionId: id });
    const row = {
      workspaceId,
      id,
      connector: "github",
      name: id,
      prefix: "",
      settings: "{}",
      enabled: true,
      allowPrivate: false,
    };
    const stored = { ...row, sealedCredentials: sealed, keyId, credentialFields: ["refresh", "token"] };
    return (await insertConnection(gate.database.kysely, stored, SYSTEM))!;
  };
  const opens = async (id: string, keys: readonly [string, ...string[]]) => {
    const row = (await findConnection(gate.database.kysely, gate.agent.workspaceId, id))!;
    const place = { workspaceId: row.workspaceId, connectionId: id };
    return createCredentialCipher(keys).decrypt({ sealed: row.sealedCredentials!, keyId: row.keyId! }, place);
  };

  test("a key file is made at first use, for its owner only, and is the same afterwards", async () => {
    const { keyFile } = await openDataFolder(folder);
    await expect(readFile(keyFile.path)).rejects.toThrow("ENOENT");
    const sealed = (await createSecretKeys([], keyFile).seal()).encrypt(CREDENTIALS, PLACE);
    expect((await stat(keyFile.path)).mode & 0o777).toBe(0o600);
    expect((await createSecretKeys([], keyFile).seal()).decrypt(sealed, PLACE)).toEqual(CREDENTIALS);
    const [own] = splitKeys(await readFile(keyFile.path, "utf8"), "");
    expect((await createSecretKeys([newKey(), own!], keyFile).seal()).decrypt(sealed, PLACE)).toEqual(CREDENTIALS);
  });

  test("a server whose key is another one does not start, and is told which is missing; a store without credentials needs none", async () => {
    const { keyFile } = await openDataFolder(folder);
    await createSecretKeys([], keyFile).check(gate.database);
    const key = newKey();
    await store("con_a", [key]);
    await store("con_b", [key]);
    const missing = new RegExp(`2 connections or upstreams need key ${keyIdOf(key)}.*The server did not start`);
    await expect(createSecretKeys([newKey()], keyFile).check(gate.database)).rejects.toThrow(missing);
    await expect(createSecretKeys([], keyFile).check(gate.database)).rejects.toThrow(missing);
    // The check creates no key file, whose key would later count as the right one.
    await expect(readFile(keyFile.path)).rejects.toThrow("ENOENT");
    await createSecretKeys([newKey(), key], keyFile).check(gate.database);
  });

  test("rotation seals everything anew; the former key is not needed any more", async () => {
    const [former, next] = [newKey(), newKey()];
    const { keyFile } = await openDataFolder(folder);
    await store("con_a", [former]);
    await store("con_b", [next]);
    expect(await rotateKeys(gate.database, [next, former], keyFile)).toEqual({
      resealed: 1,
      keyId: keyIdOf(next),
      madeKey: false,
    });
    expect(await opens("con_a", [next])).toEqual(CREDENTIALS);
    await expect(opens("con_a", [former])).rejects.toThrow(DecryptionError);
    expect(await rotateKeys(gate.database, [next, former], keyFile)).toMatchObject({ resealed: 0 });
  });

  test("rotation of the key file makes a key, and one that was cut off can be run again", async () => {
    const { keyFile } = await openDataFolder(folder);
    await createSecretKeys([], keyFile).seal();
    const [first] = splitKeys((await keyFile.read())!, "");
    await store("con_a", [first!]);
    await store("con_b", [first!]);
    // The state after an interruption between writing the new key and re-encrypting the last row.
    const half = newKey();
    await keyFile.write(`${half}\n${first}\n`);
    expect(await rotateKeys(gate.database, [], keyFile)).toMatchObject({ resealed: 2, madeKey: true });
    const now = splitKeys((await keyFile.read())!, "");
    expect(now).toHaveLength(1);
    expect([first, half]).not.toContain(now[0]);
    expect(await opens("con_a", [now[0]!])).toEqual(CREDENTIALS);
  });

  test("G25 one rotation walks every sealed column; headers that COUNTERSIGN_SECRET sealed come under the keys first", async () => {
    const { kysely } = gate.database;
    const { rows: columns } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where data_type = 'bytea' and column_name like 'sealed%' order by 1`.execute(kysely);
    // A new encrypted column must be added to sealed-rows.ts.
    expect(columns.map(({ column }) => column)).toEqual(["connection.sealed_credentials", "upstream.sealed_headers"]);

    const { keyFile } = await openDataFolder(folder);
    const [former, next, signing] = [newKey(), newKey(), newKey()];
    const { workspaceId } = await store("con_a", [former]);
    const headers = { Authorization: "Bearer of an upstream" };
    const row = {
      workspaceId,
      transport: "http",
      trust: "untrusted",
      era: "legacy",
      enabled: true,
      allowPrivate: true,
    } as const;
    for (const [name, secret] of [
      ["hub", signing],
      ["lost", newKey()],
    ] as const) {
      const sealedHeaders = sealAsBefore(secret, headers, { workspaceId, name });
      const upstream = {
        ...row,
        name,
        prefix: name,
        url: "http://127.0.0.1:9/",
        sealedHeaders,
        keyId: null,
        sharing: "per-agent",
        maxConnections: 1,
        ...DEFAULT_LIMITS,
        allowQuestions: false,
      } as const;
      await insertUpstream(kysely, { ...upstream, headerNames: ["Authorization"] }, SYSTEM);
    }
    const secrets = [newKey(), signing];
    expect(await takeOverFormerHeaders(gate.database, createSecretKeys([former], keyFile), secrets)).toEqual(["lost"]);
    expect(await rotateKeys(gate.database, [next, former], keyFile)).toMatchObject({ resealed: 2, keyId: keyIdOf(next) });
    const hub = await findUpstream(kysely, workspaceId, "hub");
    const seal = createCredentialCipher([next]);
    const sealed = { sealed: hub!.sealedHeaders!, keyId: hub!.keyId! };
    expect(seal.decrypt(sealed, { workspaceId, upstream: "hub" })).toEqual(headers);
    expect(() => seal.decrypt(sealed, { workspaceId, upstream: "other" })).toThrow(DecryptionError);
    expect(() => seal.decrypt(sealed, { workspaceId, connectionId: "hub" })).toThrow(DecryptionError);
    expect(await forgetKey(gate.database, keyIdOf(next))).toBe(2);
    await deleteUpstream(kysely, workspaceId, "hub", SYSTEM);
    await deleteUpstream(kysely, workspaceId, "lost", SYSTEM);
  });

  test("rotation without the former key changes nothing", async () => {
    const { keyFile } = await openDataFolder(folder);
    const before = await store("con_a", [newKey()]);
    await expect(rotateKeys(gate.database, [newKey()], keyFile)).rejects.toThrow(
      "Connection con_a: The credentials are encrypted with key",
    );
    expect(await findConnection(gate.database.kysely, before.workspaceId, "con_a")).toEqual(before);
  });

  test("credentials of a lost key can be forgotten, and nothing else is", async () => {
    const [lost, kept] = [newKey(), newKey()];
    await store("con_a", [lost]);
    await store("con_b", [kept]);
    expect(await forgetKey(gate.database, keyIdOf(lost))).toBe(1);
    await createSecretKeys([kept], (await openDataFolder(folder)).keyFile).check(gate.database);
    expect(await opens("con_b", [kept])).toEqual(CREDENTIALS);
  });

  test("G12 a refreshed token replaces only what it was refreshed from, and is on the record without its value", async () => {
    const key = newKey();
    const seen = await store("con_a", [key]);
    const place = { workspaceId: seen.workspaceId, connectionId: seen.id };
    const renewed = (token: string) => {
      const { sealed, keyId } = createCredentialCipher([key]).encrypt({ token }, place);
      return { sealedCredentials: sealed, keyId, credentialFields: ["token"] };
    };
    expect(await refreshCredentials(gate.database.kysely, seen, renewed("second"), SYSTEM)).toBe(true);
    expect(await refreshCredentials(gate.database.kysely, seen, renewed("late"), SYSTEM)).toBe(false);
    expect(await opens("con_a", [key])).toEqual({ token: "second" });
    const events = await gate.database.kysely
      .selectFrom("auditEvent")
      .selectAll()
      .where("kind", "like", "connection.%")
      .execute();
    expect(events.map(({ kind }) => kind)).toContain("connection.credentials_refreshed");
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(JSON.stringify(events)).not.toContain("second");
  });
});
