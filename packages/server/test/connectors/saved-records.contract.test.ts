import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { createConnections, type RunningConnections } from "../../src/tools/connections/create-connections.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import { workspaceConnector } from "../../src/tools/connectors/workspace/workspace-connector.ts";
import { codeOf, need, openGate, type Gate } from "../support/gate.ts";
import { NO_KEY_FILE } from "../support/no-key-file.ts";
import { runApproved } from "./through-gate.ts";

const kind = inject("database");

let gate: Gate;
let running: RunningConnections;

beforeAll(async () => {
  gate = await openGate(kind);
  running = createConnections({
    database: gate.database,
    keys: createSecretKeys(["k".repeat(32)], NO_KEY_FILE),
    connectors: [workspaceConnector] as unknown as Connector[],
    registry: gate.registry,
    engine: gate.engine,
    log: () => undefined,
  });
  await running.serve(gate.agent.workspaceId);
});
afterAll(async () => {
  await running.stop();
  await gate.close();
});

test("G9 members read what approved calls saved, newest first, page by page", async () => {
  const connection = {
    connector: "workspace",
    name: "Records",
    settings: {},
    credentials: {},
    allowPrivate: false,
    confirm: true,
  };
  need(await running.admin.create(gate.people.admin, connection));
  const insights = (from: number) => ({
    insights: [from, from + 1].map((n) => ({ title: `insight ${n}`, description: "d" })),
  });
  const first = await runApproved(gate, "save_insights", insights(1));
  const second = await runApproved(gate, "save_insights", insights(3));
  expect(second).toMatchObject({ status: "executed", result: { saved: 2 } });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = need(
      await gate.engine.savedRecords.list(gate.people.viewer, { kind: "insight", limit: 1, ...(cursor && { cursor }) }),
    );
    seen.push(...page.items.map(({ title, actionId }) => `${title} ${actionId === first.id ? "first" : "second"}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(["insight 3 second", "insight 4 second", "insight 1 first", "insight 2 first"]);
  expect(need(await gate.engine.savedRecords.list(gate.people.viewer, { kind: "document" })).items).toEqual([]);
  expect(codeOf(await gate.engine.savedRecords.list(gate.people.viewer, { cursor: "nonsense" }))).toBe("INVALID_INPUT");
  expect(codeOf(await gate.engine.savedRecords.list(gate.agent, {}))).toBe("FORBIDDEN");
});
