import type { JsonObject } from "@countersign/protocol";
import type { Principal } from "../src/core/principal.ts";
import { createEngine } from "../src/engine/create-engine.ts";
import type { OUTBOX_FAILPOINTS } from "../src/engine/failpoint.ts";
import { createRegistry } from "../src/engine/registry.ts";
import { createSecretKeys } from "../src/engine/secrets/secret-keys.ts";
import { createOutbox } from "../src/features/notifications/outbox.ts";
import { createButtonValues } from "../src/features/notifications/button-values.ts";
import { createUnsubscribeTokens } from "../src/features/notifications/unsubscribe-token.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { createConnections } from "../src/tools/connections/create-connections.ts";
import type { Connector } from "../src/tools/connectors/connector.ts";
import { emailNotifications } from "../src/tools/connectors/email/email-notifications.ts";
import { webhookConnector } from "../src/tools/connectors/webhook/webhook-connector.ts";

/** Instructions to one process. */
export interface OutboxLife {
  databaseUrl: string;
  workspaceId: string;
  secretKey: string;
  dieAt: (typeof OUTBOX_FAILPOINTS)[number] | null;
  /** Of dying each time it is reached. */
  chance: number;
}

/** Short, so that what a killed process was sending is found within the run. */
const RETRY_SECONDS = Array.from({ length: 40 }, () => 0.2);

/** The parts of a server that notify, and an engine that executes nothing. */
export async function openOutboxParts({ databaseUrl, workspaceId, secretKey }: Omit<OutboxLife, "dieAt" | "chance">) {
  const database = await openDatabase({ url: databaseUrl, waitSeconds: 60 });
  const registry = createRegistry([
    {
      name: "chaos",
      tools: [
        {
          definition: { name: "pay", description: "Pays an amount.", inputSchema: { type: "object" }, risk: 2 },
          approval: "required",
          describe: async (input: JsonObject) => ({ preview: { title: JSON.stringify(input) } }),
          execute: async () => ({}),
        },
      ],
    },
  ]);
  const engine = createEngine({ database, registry });
  const log = () => undefined;
  const connections = createConnections({
    database,
    keys: createSecretKeys([secretKey], { path: "none", read: async () => undefined, write: async () => undefined }),
    connectors: [webhookConnector, emailNotifications] as unknown as Connector[],
    registry,
    engine,
    log,
  });
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
      buttons: createButtonValues([secretKey]),
    },
    engine.events.onChange,
  );
  const by = (kind: "agent" | "user", id: string, role: "admin" | null): Principal => ({
    kind,
    id,
    name: id,
    workspaceId,
    role,
    groups: ["default"],
  });
  return {
    database,
    engine,
    connections,
    outbox,
    agent: by("agent", "agent", null),
    admin: by("user", "admin", "admin"),
    async close() {
      await connections.stop();
      await database.close();
    },
  };
}
