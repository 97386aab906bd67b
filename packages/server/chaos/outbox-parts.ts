import type { JsonObject } from "@countersign/protocol";
import type { Principal } from "../src/core/principal.ts";
import { createEngine } from "../src/engine/create-engine.ts";
import type { OUTBOX_FAILPOINTS } from "../src/engine/failpoint.ts";
import { createRegistry } from "../src/engine/registry.ts";
import { createSecretKeys } from "../src/engine/secrets/secret-keys.ts";
import { createOutbox } from "../src/features/notifications/outbox.ts";
import { createButtonValues } from "../src/features/notifications/button-values.ts";
import { createPresses } from "../src/features/notifications/presses.ts";
import { createUnsubscribeTokens } from "../src/features/notifications/unsubscribe-token.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { createConnections } from "../src/tools/connections/create-connections.ts";
import type { Connector } from "../src/tools/connectors/connector.ts";
import { emailNotifications } from "../src/tools/connectors/email/email-notifications.ts";
import { slackConnector } from "../src/tools/connectors/slack/slack-connector.ts";
import { webhookConnector } from "../src/tools/connectors/webhook/webhook-connector.ts";

/** Instructions to one process. */
export interface OutboxLife {
  databaseUrl: string;
  workspaceIds: readonly string[];
  secretKey: string;
  /** Tools about whose actions one person each is asked. */
  tools: readonly string[];
  dieAt: (typeof OUTBOX_FAILPOINTS)[number] | null;
  /** Of dying each time it is reached. */
  chance: number;
}

/** Short, so that what a killed process was sending is found within the run. */
const RETRY_SECONDS = Array.from({ length: 40 }, () => 0.2);

export type OutboxParts = Awaited<ReturnType<typeof openOutboxParts>>;

/** The parts of a server that notify and take presses of buttons, and an engine that executes nothing. */
export async function openOutboxParts({ databaseUrl, secretKey, tools }: Omit<OutboxLife, "dieAt" | "chance">) {
  const database = await openDatabase({ url: databaseUrl, waitSeconds: 60 });
  const registry = createRegistry([
    {
      name: "chaos",
      tools: ["pay", ...tools].map((toolName) => ({
        definition: { name: toolName, description: "Pays an amount.", inputSchema: { type: "object" }, risk: 2 as const },
        approval: "required" as const,
        describe: async (input: JsonObject) => ({ preview: { title: JSON.stringify(input) } }),
        execute: async () => ({}),
      })),
    },
  ]);
  const engine = createEngine({ database, registry });
  const log = () => undefined;
  const connections = createConnections({
    database,
    keys: createSecretKeys([secretKey], { path: "none", read: async () => undefined, write: async () => undefined }),
    connectors: [webhookConnector, emailNotifications, slackConnector] as unknown as Connector[],
    registry,
    engine,
    log,
  });
  const buttons = createButtonValues([secretKey]);
  const outbox = createOutbox(
    {
      database,
      channels: connections.channels,
      log,
      checks: engine.checks,
      publicUrl: () => "https://gate.example.test",
      retrySeconds: RETRY_SECONDS,
      leaseSeconds: 5,
      unsubscribe: createUnsubscribeTokens([secretKey]),
      buttons,
    },
    engine.events.onChange,
  );
  const presses = createPresses({ database, engine, channels: connections.channels, log, readButton: buttons.read });
  const by =
    (kind: "agent" | "user", id: string, role: "admin" | null) =>
    (workspaceId: string): Principal => ({ kind, id, name: id, workspaceId, role, groups: ["default"] });
  return {
    database,
    engine,
    connections,
    outbox,
    presses,
    buttons,
    agent: by("agent", "agent", null),
    admin: by("user", "admin", "admin"),
    async close() {
      await connections.stop();
      await database.close();
    },
  };
}
