import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordSettings } from "../../src/engine/records/record-settings.ts";
import { forgetKey } from "../../src/engine/secrets/secret-keys.ts";
import { verifySettings } from "../../src/engine/records/verify-settings.ts";
import { ROUTES } from "./all-routes.ts";
import { endDeviceSignIn } from "../../src/identity/device-sign-in.ts";
import { archiveWorkspace, createWorkspace, restoreWorkspace } from "../../src/identity/workspaces.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import { SETTING_TABLES, type SettingName } from "../../src/store/statements/setting-evidence.ts";
import { openRealApp } from "./real-app.ts";
import { CHANGES } from "./settings-told-table.ts";

type App = Awaited<ReturnType<typeof openRealApp>>;
let real: App;
beforeAll(async () => {
  real = await openRealApp();
  await recordSettings(real.ours.database);
  // The executor must run, because a call that a grant lets pass is waited for.
  real.ours.engine.start();
});
afterAll(() => real.close());

const ids = () => ({ workspaceId: real.ours.agent.workspaceId, kysely: real.ours.database.kysely });

async function headOf(): Promise<number> {
  const { workspaceId, kysely } = ids();
  return (await kysely.selectFrom("auditHead").select("seq").where("workspaceId", "=", workspaceId).executeTakeFirstOrThrow())
    .seq;
}

/** Tables of the settings in events after `seq`. */
async function toldAfter(seq: number): Promise<SettingName[]> {
  const { workspaceId, kysely } = ids();
  const { rows } = await sql<{ table: SettingName }>`select distinct split_part(s.key, '/', 1) as "table" from audit_event e
    cross join lateral jsonb_object_keys(e.data::jsonb -> 'settingHashes') s (key)
    where e.workspace_id = ${workspaceId} and e.seq > ${seq} order by 1`.execute(kysely);
  return rows.map(({ table }) => table);
}

async function expectWhole(): Promise<void> {
  const report = await verifySettings(real.ours.database, ids().workspaceId);
  expect(report.faults).toEqual([]);
  expect(report.settings.notComparable).toBe(0);
}

const changing = ROUTES.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

test("every route that changes something says which settings it writes", () => {
  expect(Object.keys(CHANGES).toSorted()).toEqual(changing.toSorted());
});

const writing = Object.entries(CHANGES).flatMap(([route, change]) => ("tells" in change ? [{ route, ...change }] : []));

test.each(writing)("G12 $route tells of what it writes: $tells", async ({ tells, send }) => {
  const ask = async (method: string, path: string, body?: object, key: string = real.ourKeys.admin) => {
    const response = await real.send(method, path, key, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as never;
  };
  let before = await headOf();
  await send({
    ask,
    real,
    /** Ends the preparation. */
    now: async () => {
      await expectWhole();
      before = await headOf();
    },
  });
  await expectWhole();
  expect(await toldAfter(before)).toEqual(tells.toSorted());
});

test("G12 what writes settings without a route tells of them, too", async () => {
  const { database } = real.ours;
  const people = openPeople(database.kysely);
  const { workspaceId } = ids();
  const changes: Record<string, () => Promise<unknown>> = {
    "a lost key is forgotten": async () => {
      const headers = { "X-Key": "long-enough" };
      const body = { name: "lost", url: "https://127.0.0.1:9/mcp", headers, enabled: false, allowPrivate: true, confirm: true };
      await real.send("POST", "/api/upstreams", real.ourKeys.admin, body);
      const { keyId } = await database.kysely
        .selectFrom("upstream")
        .select("keyId")
        .where("name", "=", "lost")
        .executeTakeFirstOrThrow();
      expect(await forgetKey(database, keyId!)).toBeGreaterThan(0);
    },
    "the token of the settings is made": () => real.identity.keepAdminToken("t".repeat(40)),
    "the token of the settings is another one": () => real.identity.keepAdminToken("u".repeat(40)),
    "the token of the settings is gone": () => real.identity.keepAdminToken(undefined),
    "a command line signs out": async () => {
      const made = await real.identity.createKey(real.ours.people.viewer, { kind: "user", name: "line", scope: "read" });
      if (!made.ok) throw new Error(made.refusal.detail);
      await endDeviceSignIn(people, made.value.key);
    },
    "the workspace is archived": () => archiveWorkspace(database, workspaceId),
    "the workspace is restored": () => restoreWorkspace(database, workspaceId),
    "the tools of the server are registered": () => real.ours.engine.declaredTools.registerServer(workspaceId),
    "the tools of an upstream are listed, change and go": async () => {
      const upstream = { workspaceId, name: "up", source: `mcp:${workspaceId}/up`, prefix: "up", trust: "trusted" } as const;
      const more = { transport: "http", authenticated: true, toolSettings: { act: { risk: 4 as const } } } as const;
      const tool = { name: "act", inputSchema: { type: "object" } };
      for (const tools of [[tool], [{ ...tool, description: "other" }], []]) {
        await real.ours.engine.upstreamTools.sync({ ...upstream, ...more }, tools);
        await expectWhole();
      }
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = await headOf();
    await change();
    const report = await verifySettings(database, workspaceId);
    expect([name, report.faults]).toEqual([name, []]);
    if (!name.includes("of the server")) expect([name, (await headOf()) > before]).toEqual([name, true]);
  }
});

test("G12 a workspace that is created tells of all that it has", async () => {
  const { database } = real.ours;
  const made = await createWorkspace(database, { name: "Told", admin: { name: "Ann", email: "ann@told.test" } });
  if (!made.ok) throw new Error(made.refusal.detail);
  const { faults, settings } = await verifySettings(database, made.value.workspaceId);
  expect(faults).toEqual([]);
  expect(settings).toMatchObject({ compared: 3, notComparable: 0 });
});

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));
const camel = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

test("a file that writes a setting is one of those whose events tell of it", async () => {
  const names = Object.keys(SETTING_TABLES);
  const writes = new RegExp(
    [
      `(?:insert into|delete from|update) (${names.join("|")})\\b`,
      `(?:insertInto|updateTable|deleteFrom)\\("(${names.map(camel).join("|")})"\\)`,
    ].join("|"),
    "g",
  );
  const found: string[] = [];
  for (const path of (await readdir(SOURCES, { recursive: true })).filter((each) => each.endsWith(".ts")).sort()) {
    const text = await readFile(join(SOURCES, path), "utf8");
    const tables = [...text.matchAll(writes)].map(([, first, second]) => first ?? second!);
    if (tables.length > 0) found.push(`${path.replaceAll("\\", "/")}: ${[...tables].sort().join(" ")}`);
  }
  expect(found).toEqual([
    "engine/catalog/reconcile-source.ts: tool tool",
    "engine/policy/agents.ts: apiKey",
    "engine/policy/delegations.ts: delegation delegation",
    "engine/policy/store-settings.ts: tool tool",
    "features/content/rights.ts: content_right content_right",
    "identity/admin-token.ts: apiKey apiKey apiKey",
    "identity/change-key.ts: apiKey",
    "identity/device-sign-in.ts: apiKey",
    "identity/fill-workspace.ts: member workspace",
    "identity/key-use.ts: apiKey apiKey",
    "identity/keys.ts: apiKey apiKey",
    "identity/memberships.ts: apiKey member member member",
    "identity/oauth/connections.ts: apiKey apiKey",
    "identity/on-call-teams.ts: member",
    "identity/workspace-settings.ts: workspace",
    "store/statements/connections.ts: connection connection connection connection connection",
    "store/statements/emergency-stop.ts: emergency_stop emergency_stop",
    "store/statements/gateway-tools.ts: tool",
    "store/statements/groups.ts: apiKey toolGroup toolGroup",
    "store/statements/insert-actions.ts: standing_grant",
    "store/statements/on-call.ts: onCallTeam onCallTeam",
    "store/statements/refused-repeats.ts: refused_repeat refused_repeat",
    "store/statements/sealed-rows.ts: connection upstream",
    "store/statements/standing-grants.ts: standingGrant standing_grant",
    "store/statements/studio.ts: studioTool studio_tool studio_tool studio_tool studio_version",
    "store/statements/upstreams.ts: upstream upstream upstream upstream",
    "store/statements/workspaces.ts: archived_workspace archived_workspace",
  ]);
});
