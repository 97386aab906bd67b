import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { createConnections, type RunningConnections } from "../../src/tools/connections/create-connections.ts";
import type { Connector, OpenConnection } from "../../src/tools/connectors/connector.ts";
import { ServiceFault } from "../../src/tools/connectors/service-fault.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";
import { approve, runApproved, untilEnded } from "./through-gate.ts";

type Credentials = { token: string };

/** A versioned page of a service that replaces its token at every use. */
const page = { version: 1, text: "one" };
let valid = "t0";
const used: string[] = [];
let asksTogether = 0;
let together: (() => void)[] = [];

async function renew(open: OpenConnection<Credentials, object>): Promise<void> {
  const { token } = open.credentials;
  used.push(token);
  if (token !== valid) throw new ServiceFault("auth", "");
  if (asksTogether > 0) {
    // All concurrent calls read the same token before any of them stores the next.
    await new Promise<void>((resolve) => {
      together.push(resolve);
      if (together.length === asksTogether) for (const go of together.splice(0)) go();
    });
  }
  await open.replaceCredentials({ token: `${token}+` });
  valid = open.credentials.token;
}

const wiki: Connector<Credentials, object> = {
  name: "http",
  title: "Wiki",
  credentials: z.strictObject({ token: z.string() }),
  settings: z.strictObject({}),
  test: () => Promise.resolve({ ok: true, as: "wiki" }),
  tools: (open) => [
    {
      definition: {
        name: "write_page",
        description: "Writes the one page of the wiki anew.",
        inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        effect: "idempotent",
      },
      approval: "required",
      describe: async ({ text = null }) => ({
        preview: { title: "Write the page" },
        target: "page:one",
        snapshot: String(page.version),
        current: { text: page.text },
        proposed: { text },
      }),
      readTarget: async () => ({ snapshot: String(page.version), current: { text: page.text }, isGone: false }),
      async execute({ text }) {
        await renew(open);
        page.text = typeof text === "string" ? text : "";
        page.version += 1;
        return { version: page.version };
      },
    },
  ],
};

let gate: Gate;
let running: RunningConnections;
let keyText: string | undefined;
beforeAll(async () => {
  gate = await openGate("any", { settings: { sweepSeconds: 0.05 } });
  running = createConnections({
    database: gate.database,
    keys: createSecretKeys([], { path: "secret.key", read: async () => keyText, write: async (text) => void (keyText = text) }),
    connectors: [wiki as unknown as Connector],
    registry: gate.registry,
    engine: gate.engine,
    log: () => undefined,
  });
  await running.serve(gate.agent.workspaceId);
  need(await running.admin.create(gate.people.admin, { connector: "http", name: "Wiki", credentials: { token: "t0" } }));
});
afterAll(async () => {
  await running.stop();
  await gate.close();
});
beforeEach(() => {
  used.length = 0;
  [asksTogether, together] = [0, []];
});

test("G8 a target that changed while a person looked is told, can be taken over, and is never written over", async () => {
  const { admin, approver } = gate.people;
  const id = await propose(gate, "write_page", { text: "mine" });
  expect(need(await gate.engine.targets.read(admin, id))).toMatchObject({
    state: "unchanged",
    snapshotThen: String(page.version),
  });
  Object.assign(page, { version: page.version + 1, text: "theirs" });
  expect(need(await gate.engine.targets.read(admin, id))).toMatchObject({
    state: "changed",
    current: { text: "theirs" },
    canRebase: true,
  });
  await gate.engine.watchTargets();
  await expect.poll(async () => need(await gate.engine.actions.get(admin, id)).targetChangedAt).not.toBeNull();
  const stale = await propose(gate, "write_page", { text: "stale" });
  const next = need(await gate.engine.targets.rebase(approver, id, { channel: "inbox" }));
  expect(next).toMatchObject({ status: "pending", current: { text: "theirs" }, supersedes: id });
  await approve(gate, next.id);
  expect(await untilEnded(gate, next.id)).toMatchObject({ status: "executed" });
  expect(page.text).toBe("mine");
  await expect.poll(async () => need(await gate.engine.actions.get(admin, stale)).targetChangedAt).not.toBeNull();
  expect(codeOf(await gate.engine.decisions.approve(approver, stale, { channel: "inbox" }))).toBe("STALE");
  expect(page.text).toBe("mine");
});

test("a token that the service replaces is stored and used by the next call", async () => {
  await runApproved(gate, "write_page", { text: "a" });
  const ended = await runApproved(gate, "write_page", { text: "b" });
  expect(ended).toMatchObject({ status: "executed" });
  expect(used[1]).toBe(`${used[0]}+`);
});

test("of two that replace it at once one is stored, and both go on with that one", async () => {
  asksTogether = 2;
  const before = valid;
  const ids = [await propose(gate, "write_page", { text: "c" }), await propose(gate, "write_page", { text: "c" })];
  await Promise.all(ids.map((id) => approve(gate, id)));
  const ended = await Promise.all(ids.map((id) => untilEnded(gate, id)));
  expect(ended.map(({ status }) => status)).toEqual(["executed", "executed"]);
  asksTogether = 0;
  expect(valid).toBe(`${before}+`);
  expect(await runApproved(gate, "write_page", { text: "d" })).toMatchObject({ status: "executed" });
  const events = await gate.database.kysely
    .selectFrom("auditEvent")
    .select("data")
    .where("kind", "=", "connection.credentials_refreshed")
    .execute();
  expect(JSON.stringify(events)).not.toContain(before);
});
