import type { JsonObject, StudioDraft, Tool, ToolDefinition } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { draftHash } from "../../src/core/studio-access.ts";
import { canonicalJson } from "../../src/core/canonical-json.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { insertStudioTool } from "../../src/store/statements/studio.ts";
import type { ToolUpstream } from "../../src/ports/catalog.ts";
import type { Database } from "../../src/store/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const inputSchema: JsonObject = { type: "object", properties: { path: { type: "string", description: "Where" } } };
const description = "Does with a path what its name says, and nothing else.";

interface Named {
  name: string;
  /** Risk level that the source declares; undefined if it declares none. */
  risk?: 0 | 1 | 2 | 3 | 4 | 5;
}
type Brought = Pick<Tool, "risk" | "ratedRisk" | "approval">;
type Bring = (gate: Gate, tool: Named) => Promise<Brought>;

const definitionOf = ({ name, risk }: Named): ToolDefinition => ({
  name,
  description,
  inputSchema,
  ...(risk !== undefined && { risk }),
});

const toolNamed = async (gate: Gate, name: string): Promise<Tool> =>
  need(await gate.engine.tools.list(gate.people.admin)).find((tool) => tool.name === name)!;

const upstreamOf = (gate: Gate, more: Partial<ToolUpstream> = {}): ToolUpstream => ({
  workspaceId: gate.agent.workspaceId,
  name: "notes",
  source: `upstream:${gate.agent.workspaceId}:notes`,
  prefix: "notes",
  trust: "untrusted",
  transport: "stdio",
  authenticated: false,
  ...more,
});

const listed = (name: string, more: JsonObject = {}): JsonObject => ({ name, description, inputSchema, ...more });

/** Brings a tool from a trusted or an untrusted upstream, which declares its risk by annotations only. */
const byUpstream =
  (trust: "trusted" | "untrusted"): Bring =>
  async (gate, { name, risk }) => {
    const annotations = risk === undefined ? {} : { annotations: { readOnlyHint: true } };
    await gate.engine.upstreamTools.sync(upstreamOf(gate, { trust }), [listed(name, annotations)]);
    const found = need(await gate.engine.tools.list(gate.people.admin)).find(({ upstream }) => upstream === "notes");
    return found!;
  };

/** Every source of tools. Tools of SDK functions and adapters are registered by their worker. */
const SOURCES: Record<string, Bring> = {
  "a worker": async (gate, tool) => need(await gate.engine.declaredTools.register(gate.worker, [definitionOf(tool)]))[0]!,
  "a connector of ours": async (gate, tool) => {
    const own = { definition: definitionOf(tool), approval: "never" as const, describe: none, execute: none };
    const registry = createRegistry([{ name: "own", tools: [own as never] }]);
    const engine = createEngine({ database: gate.database, registry });
    await engine.declaredTools.registerServer(gate.agent.workspaceId);
    await engine.stop(1);
    return toolNamed(gate, tool.name);
  },
  "a connection": async (gate, tool) => {
    const { workspaceId } = gate.agent;
    const columns = { workspaceId, id: "c1", connector: "http", name: "Shop", prefix: "shop", settings: "{}" };
    await gate.database.kysely
      .insertInto("connection")
      .values({ ...columns, enabled: true, allowPrivate: false } as never)
      .onConflict((clash) => clash.doNothing())
      .execute();
    const { version } = await gate.database.kysely
      .selectFrom("connection")
      .select("version")
      .where("workspaceId", "=", workspaceId)
      .executeTakeFirstOrThrow();
    const definition = definitionOf({ ...tool, name: `shop_${tool.name}` });
    const brought = { definition, ownName: tool.name, approval: "never" as const, hash: "h" };
    await gate.engine.connectionTools.sync({ workspaceId, id: "c1", version }, [brought]);
    return toolNamed(gate, `shop_${tool.name}`);
  },
  "a trusted upstream": byUpstream("trusted"),
  "an untrusted upstream": byUpstream("untrusted"),
  "the Tool Studio": async (gate, { name }) => {
    const access = { network: "none" as const, hosts: [], writes: false, destructive: false, allowPrivate: false };
    const limits = { seconds: 5, megabytes: 32 };
    const draft: StudioDraft = {
      title: null,
      description,
      source: "",
      inputSchema,
      access,
      limits,
      risk: null,
      approval: null,
      promptTemplate: null,
      group: "default",
    };
    const { workspaceId } = gate.agent;
    const stored = { workspaceId, name, draft: canonicalJson(draft as never), draftHash: draftHash(draft) };
    await insertStudioTool(gate.database.kysely, stored, SYSTEM);
    const { risk, approval } = need(await gate.engine.studioTools.look(gate.people.admin, name));
    return { risk, ratedRisk: risk, approval };
  },
};
const none = async () => ({ preview: { title: "x" } });

const REMOVING = ["drop_database", "deleteFile", "records.purge", "git-force-push", "truncateTable", "WIPE", "please_erase"];
const UNRATED = ["frobnicate", "sync", "list"];

const kind = inject("database");

/** Tests ratings and vetting of tools, on either database. No executor runs. */
describe(`ratings on ${kind}`, () => {
  let database: Database;
  beforeAll(async () => (database = await openTestDatabase(kind)), 120_000);
  afterAll(() => database.close());
  const open = () => openGate(kind, { database, started: false });

  const cases = Object.keys(SOURCES).flatMap((source) => REMOVING.map((name) => [source, name] as const));
  test.each(cases)("G26 %s brings %s: it is rated 5 and asks a person, whatever it declares", async (source, name) => {
    for (const risk of [undefined, 0, 2] as const) {
      const gate = await open();
      const tool = await SOURCES[source]!(gate, { name, ...(risk !== undefined && { risk }) });
      expect([risk, tool.risk, tool.ratedRisk, tool.approval]).toEqual([risk, 5, 5, "required"]);
      await gate.close();
    }
  });

  const undeclared = Object.keys(SOURCES).filter((source) => source !== "the Tool Studio");
  test.each(undeclared.flatMap((source) => UNRATED.map((name) => [source, name] as const)))(
    "G26 %s brings %s and nobody rates it: it is not rated, never low, and asks a person",
    async (source, name) => {
      const gate = await open();
      const tool = await SOURCES[source]!(gate, { name });
      const isRead = name === "list" && source.includes("upstream");
      expect(tool.approval).toBe("required");
      expect(tool.ratedRisk).toBe(isRead ? 1 : null);
      if (!isRead) expect(tool.risk).toBeGreaterThanOrEqual(3);
      await gate.close();
    },
  );

  test("G26 what an administrator sets is a rating, and a worker that declares less later changes nothing", async () => {
    const gate = await open();
    const unrated = need(await gate.engine.declaredTools.register(gate.worker, [definitionOf({ name: "frobnicate" })]))[0]!;
    expect(unrated).toMatchObject({ risk: 3, ratedRisk: null, riskSource: "scored" });
    expect(unrated.riskReasons[0]).toMatch(/^Nobody has rated the tool/);
    const id = await propose(gate, "frobnicate", { path: "a" });
    const action = need(await gate.engine.actions.get(gate.people.viewer, id));
    expect(action).toMatchObject({ risk: 3, ratedRisk: null, vetted: true });
    const set = need(await gate.engine.tools.change(gate.people.admin, "frobnicate", { risk: 2, confirm: true }));
    expect(set).toMatchObject({ risk: 2, ratedRisk: 2, riskSource: "set" });
    const again = need(
      await gate.engine.declaredTools.register(gate.worker, [definitionOf({ name: "frobnicate", risk: 0 })]),
    )[0]!;
    expect(again).toMatchObject({ risk: 2, ratedRisk: 2 });
    await gate.close();
    const next = await open();
    need(await next.engine.declaredTools.register(next.worker, [definitionOf({ name: "frobnicate" })]));
    const declared = need(
      await next.engine.declaredTools.register(next.worker, [definitionOf({ name: "frobnicate", risk: 0 })]),
    )[0]!;
    expect(declared).toMatchObject({ risk: 3, ratedRisk: 3 });
    await next.close();
  });

  describe("of a server that is not trusted", () => {
    let gate: Gate;
    const SEARCH = "notes_search";
    const search = listed("search", { annotations: { readOnlyHint: true } });
    const sync = (...tools: JsonObject[]) => gate.engine.upstreamTools.sync(upstreamOf(gate), tools);
    const read = () => toolNamed(gate, SEARCH);
    const change = (settings: object) => gate.engine.tools.change(gate.people.admin, SEARCH, settings);
    const vet = async (more: object = { confirm: true }) =>
      change({ acceptDefinition: (await read()).vetting.fingerprint, ...more });
    beforeEach(async () => {
      gate = await open();
      await sync(search);
    });
    afterEach(() => gate.close());

    test("G34 a search is low and not vetted; it asks, one by one, on its page, and below no limit of an agent", async () => {
      expect(await read()).toMatchObject({ risk: 5, ratedRisk: 1, approval: "required", vetting: { state: "unvetted" } });
      expect((await read()).riskReasons).toEqual(
        expect.arrayContaining(["Rated L1, low risk.", expect.stringContaining("not vetted")]),
      );
      const ids = [await propose(gate, SEARCH, { path: "a" }), await propose(gate, SEARCH, { path: "b" })];
      const action = need(await gate.engine.actions.get(gate.people.viewer, ids[0]!));
      expect(action).toMatchObject({ risk: 5, ratedRisk: 1, vetted: false });
      const items = ids.map((pendingActionId) => ({ pendingActionId, verdict: "approve" as const }));
      const decided = need(await gate.engine.decisions.decideMany(gate.people.admin, items, "inbox"));
      expect(decided.results.map(({ outcome }) => outcome)).toEqual(["skipped", "skipped"]);
      expect(codeOf(await gate.engine.decisions.approve(gate.people.admin, ids[0]!, { channel: "embed" }))).toBe("FORBIDDEN");
      expect(need(await gate.engine.decisions.approve(gate.people.admin, ids[0]!, { channel: "inbox" })).status).toBe(
        "approved",
      );
      need(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { maxRisk: 4 }));
      expect(need(await gate.engine.gateway.tools(gate.agent)).map(({ name }) => name)).not.toContain(SEARCH);
      expect(codeOf(await gate.engine.proposals.propose(gate.agent, { toolName: SEARCH, toolInput: { path: "c" } }))).toBe(
        "FORBIDDEN",
      );
      need(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { maxRisk: null, confirm: true }));
    });

    test("G34 a rating lets nothing through that is not vetted: no grant, no expression, no client, also when an administrator sets it", async () => {
      need(await change({ risk: 0 }));
      expect(await read()).toMatchObject({ risk: 5, ratedRisk: 0, riskSource: "set", approval: "required" });
      const ends = { maxUses: 5, expiresInSeconds: 3600, confirm: true };
      const grant = { toolName: SEARCH, agentId: gate.agent.id, allowWhen: "true", ...ends };
      expect(codeOf(await gate.engine.grants.write(gate.people.admin, grant))).toBe("INVALID_INPUT");
      need(await change({ approval: "when", approvalWhen: "tool.risk >= 3", confirm: true }));
      const asked = need(
        await gate.engine.proposals.propose(gate.agent, { toolName: SEARCH, toolInput: { path: "d" }, waitSeconds: 0 }),
      );
      expect(asked.status).toBe("queued");
      need(await gate.engine.agents.change(gate.people.admin, gate.agent.id, { inClient: true, confirm: true }));
      need(await change({ approval: "required", inClient: true }));
      const seen = need(await gate.engine.gateway.tools(gate.agent)).find(({ name }) => name === SEARCH);
      expect(seen).toMatchObject({ inClient: false, risk: 5 });
      need(await change({ inClient: null, risk: null }));
      await expect(
        sql`update tool set risk = 1 where name = ${SEARCH} and vetting = 'unvetted'`.execute(gate.database.kysely),
      ).rejects.toThrow(/tool_unvetted_check/);
    });

    test("G34 an administrator vets exactly the definition they looked at, and confirms it; who else tries is refused", async () => {
      const { fingerprint, changed } = (await read()).vetting;
      expect(changed).toEqual({ definition: search, was: null });
      const by = { acceptDefinition: fingerprint!, confirm: true };
      expect(codeOf(await gate.engine.tools.change(gate.people.approver, SEARCH, by))).toBe("FORBIDDEN");
      expect(codeOf(await change({ ...by, acceptDefinition: "0".repeat(64) }))).toBe("DIGEST_MISMATCH");
      const unconfirmed = await vet({});
      expect(codeOf(unconfirmed)).toBe("INVALID_INPUT");
      expect(JSON.stringify(unconfirmed)).toContain("counts as vetted");
      const waiting = await propose(gate, SEARCH, { path: "e" });
      expect(need(await vet({ risk: 2, confirm: true }))).toMatchObject({
        risk: 2,
        ratedRisk: 2,
        approval: "required",
        vetting: { state: "vetted", changed: null },
      });
      // A pending action keeps its risk and may be approved; new calls use the rating.
      expect(need(await gate.engine.actions.get(gate.people.viewer, waiting))).toMatchObject({
        status: "pending",
        risk: 5,
        vetted: false,
      });
      need(await gate.engine.decisions.approve(gate.people.approver, waiting, { channel: "inbox" }));
      const next = await propose(gate, SEARCH, { path: "f" });
      expect(need(await gate.engine.actions.get(gate.people.viewer, next))).toMatchObject({
        risk: 2,
        ratedRisk: 2,
        vetted: true,
      });
      const one = [{ pendingActionId: next, verdict: "approve" as const }];
      expect(need(await gate.engine.decisions.decideMany(gate.people.approver, one, "inbox")).approved).toBe(1);
    });

    test("G34 a changed definition is not vetted again by itself; back as it was vetted, it is", async () => {
      const other = { ...search, title: "Another" };
      need(await vet({ risk: 2, confirm: true }));
      await sync(other);
      expect(await read()).toMatchObject({ risk: 5, ratedRisk: 2, vetting: { state: "changed" } });
      await sync(search);
      expect(await read()).toMatchObject({ risk: 2, vetting: { state: "vetted" } });
      await sync(other);
      expect(codeOf(await vet({}))).toBe("INVALID_INPUT");
      need(await vet());
      expect(await read()).toMatchObject({ risk: 2, vetting: { state: "vetted" } });
    });

    test("G34 a server that loses its trust loses the vetting that came with it, and no other", async () => {
      need(await vet());
      const trusted = upstreamOf(gate, { name: "mail", source: "upstream:mail", prefix: "mail", trust: "trusted" });
      const tools = [listed("search"), listed("list")];
      await gate.engine.upstreamTools.sync(trusted, tools);
      expect(await toolNamed(gate, "mail_list")).toMatchObject({ risk: 1, vetting: { state: "vetted" } });
      await gate.engine.upstreamTools.sync({ ...trusted, trust: "untrusted" }, tools);
      expect(await toolNamed(gate, "mail_list")).toMatchObject({ risk: 5, ratedRisk: 1, vetting: { state: "unvetted" } });
      expect(await read()).toMatchObject({ vetting: { state: "vetted" } });
      await gate.engine.upstreamTools.sync(trusted, tools);
      expect(await toolNamed(gate, "mail_list")).toMatchObject({ risk: 1, vetting: { state: "vetted" } });
    });
  });
});
