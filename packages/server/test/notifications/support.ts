import { sql } from "kysely";
import PostalMime, { type Email } from "postal-mime";
import { Webhook } from "standardwebhooks";
import type { JsonObject, NotificationPreference } from "@countersign/protocol";
import type { Channels } from "../../src/ports/channel.ts";
import type { Database } from "../../src/store/database.ts";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import {
  createNotificationAccounts,
  type NotificationAccounts,
} from "../../src/features/notifications/notification-accounts.ts";
import { createButtonValues } from "../../src/features/notifications/button-values.ts";
import { createNotificationDevices, type NotificationDevices } from "../../src/features/notifications/notification-devices.ts";
import { createNotificationLog, type NotificationLog } from "../../src/features/notifications/notification-log.ts";
import type { NotificationsDeps } from "../../src/features/notifications/notifications-deps.ts";
import { createPresses, type Presses } from "../../src/features/notifications/presses.ts";
import { createOutbox, type Outbox } from "../../src/features/notifications/outbox.ts";
import { createUnsubscribeTokens } from "../../src/features/notifications/unsubscribe-token.ts";
import { listChannels } from "../../src/store/statements/notification-plans.ts";
import { createConnections, type RunningConnections } from "../../src/tools/connections/create-connections.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import { emailNotifications } from "../../src/tools/connectors/email/email-notifications.ts";
import { slackConnector } from "../../src/tools/connectors/slack/slack-connector.ts";
import { teamsConnector } from "../../src/tools/connectors/teams/teams-connector.ts";
import { webPushConnector } from "../../src/tools/connectors/web-push/web-push-connector.ts";
import { webhookConnector } from "../../src/tools/connectors/webhook/webhook-connector.ts";
import { startFaultyServer, type FaultyServer } from "../connectors/fakes/faulty-server.ts";
import { SLACK_CHANNEL, SLACK_TOKEN, startFakeSlack, type FakeSlack } from "../connectors/fakes/slack.ts";
import { SMTP_USER, startFakeSmtp } from "../connectors/fakes/smtp.ts";
import { startFakePushService, type FakePushService } from "../connectors/fakes/push-service.ts";
import { startFakeTeams, type FakeTeams } from "../connectors/fakes/teams.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
/** Nothing is tried again before a test lets it be due. */
export const RETRY_SECONDS = Array.from({ length: 9 }, () => 3600);
/** What holds for a person who chose nothing. */
export const PREFERENCE: NotificationPreference = { channels: [], dailyAt: 540, quiet: null, timeZone: null };
export const channelOff = (channelId: string) => ({ channelId, mode: "off" as const, delayMinutes: null });
export const channelAfter = (channelId: string, delayMinutes: number) => ({ channelId, mode: "each" as const, delayMinutes });
export const PUBLIC_URL = "https://gate.example.test";
const SIGNING = ["signing-secret-of-these-tests-0001"] as const;

export interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: JsonObject & { actionId: string; seq: number; status: string };
}

/** Webhook receiver. Verifies signatures with the `standardwebhooks` library and keeps what passed and what did not. */
export interface WebhookReceiver {
  url: string;
  received: Received[];
  refused: string[];
  server: FaultyServer;
  /** HTTP statuses of the next answers; 204 when empty. */
  answers: number[];
  /** Accepts messages signed with one of these secrets. */
  secrets: string[];
  /** Awaited before each answer. */
  meanwhile(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: Omit<WebhookReceiver, "server" | "url"> = {
    received: [],
    refused: [],
    answers: [],
    secrets: [SECRET],
    meanwhile: async () => undefined,
  };
  const server = await startFaultyServer({
    async handle(request) {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const isOurs = receiver.secrets.some((secret) => {
        try {
          new Webhook(secret).verify(body, headers);
          return true;
        } catch {
          return false;
        }
      });
      if (!isOurs) {
        receiver.refused.push(body);
        return new Response("bad signature", { status: 401 });
      }
      await receiver.meanwhile();
      const status = receiver.answers.shift() ?? 204;
      const headers307: Record<string, string> = status === 307 ? { location: "/elsewhere" } : {};
      const headers503: Record<string, string> = status === 503 ? { "retry-after": "0" } : {};
      if (status < 300)
        receiver.received.push({ id: headers["webhook-id"] ?? "", ...(JSON.parse(body) as Omit<Received, "id">) });
      return new Response(null, { status, headers: { ...headers307, ...headers503 } });
    },
    limited: () => new Response("", { status: 429, headers: { "retry-after": "7200" } }),
  });
  return Object.assign(receiver, { server, url: server.url });
}

export interface NotificationWorld {
  gate: Gate;
  /** Called with the rows of each statement that the outbox runs, before the outbox reads them. Can be replaced. */
  onRows(rows: readonly object[]): Promise<void> | void;
  /** Evaluates routing rules for the outbox. Can be replaced. */
  answerRouting: Gate["engine"]["checks"]["answerRouting"];
  running: RunningConnections;
  outbox: Outbox;
  log: NotificationLog;
  logged: string[];
  smtp: Awaited<ReturnType<typeof startFakeSmtp>>;
  receiver: WebhookReceiver;
  slack: FakeSlack;
  teams: FakeTeams;
  accounts: NotificationAccounts;
  devices: NotificationDevices;
  pushService: FakePushService;
  /** Called when the devices' port has opened a channel, before it reads or stores anything else. Can be replaced. */
  onDevicesOpened(): Promise<void>;
  presses: Presses;
  /** Mails that arrived, parsed by a library by others. */
  mails(): Promise<(Email & { to: { address?: string }[] })[]>;
  addWebhook(settings?: object, more?: object): Promise<string>;
  addMail(settings?: object, more?: object): Promise<string>;
  addSlack(settings?: object): Promise<string>;
  /** Direct messages to people who connected their accounts. */
  addDirectSlack(settings?: object, credentials?: object): Promise<string>;
  /** Pushes to the devices that people connect. */
  addWebPush(settings?: object): Promise<string>;
  addTeams(settings?: object): Promise<string>;
  /** Lets what waits for its time, or for another attempt, be due. */
  dueNow(): Promise<void>;
  /** Reminds of what waits, as if its time had come. */
  remind(): Promise<void>;
  /** As if what was sent had been sent an hour ago, so that it counts for no limit. */
  forgetRate(): Promise<void>;
  /** How often a channel was opened to send something. */
  opens(): number;
  /** Replaces the outbox, as a restart of the process does. */
  restart(): Promise<void>;
  /** States of all notifications, by kind. */
  states(): Promise<{ kind: string; state: string; recipient: string; reason: string | null; attempts: number; dueAt: Date }[]>;
  /** Waits until nothing is planned or being sent. */
  untilQuiet(): Promise<void>;
  tokens: ReturnType<typeof createUnsubscribeTokens>;
  close(): Promise<void>;
}

export async function openNotificationWorld(...given: Parameters<typeof openGate>): Promise<NotificationWorld> {
  const gate = await openGate(...given);
  const smtp = await startFakeSmtp();
  const receiver = await startWebhookReceiver();
  const [slack, teams, pushService] = [await startFakeSlack(), await startFakeTeams(), await startFakePushService()];
  const logged: string[] = [];
  const log = (...words: unknown[]): void => void logged.push(JSON.stringify(words));
  let keyText: string | undefined;
  const running = createConnections({
    database: gate.database,
    keys: createSecretKeys([], { path: "secret.key", read: async () => keyText, write: async (text) => void (keyText = text) }),
    connectors: [
      emailNotifications,
      webhookConnector,
      slackConnector,
      teamsConnector,
      webPushConnector,
    ] as unknown as Connector[],
    registry: gate.registry,
    engine: gate.engine,
    log,
  });
  const { workspaceId } = gate.agent;
  await running.serve(workspaceId);
  const tokens = createUnsubscribeTokens(SIGNING);
  const buttons = createButtonValues(SIGNING);
  const watched: Database = {
    ...gate.database,
    kysely: gate.database.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await world.onRows(result.rows as object[]);
        return result;
      },
    }),
  };
  let opens = 0;
  const channels: Channels = {
    ...running.channels,
    open: (...words) => {
      opens += 1;
      return running.channels.open(...words);
    },
  };
  const begin = (): Outbox => {
    const deps: NotificationsDeps = {
      database: watched,
      channels,
      log,
      checks: { answerRouting: (...asked) => world.answerRouting(...asked) },
      publicUrl: () => PUBLIC_URL,
      unsubscribe: tokens,
      buttons,
      retrySeconds: RETRY_SECONDS,
    };
    const outbox = createOutbox(deps, gate.engine.events.onChange);
    outbox.serve(workspaceId);
    return outbox;
  };
  const add = async (connector: string, settings: object, credentials: object, more: object): Promise<string> => {
    const request = {
      connector,
      name: `${connector} ${Math.random()}`,
      settings: settings as JsonObject,
      credentials: credentials as JsonObject,
    };
    return need(await running.admin.create(gate.people.admin, { ...request, allowPrivate: true, confirm: true, ...more })).id;
  };
  const world: NotificationWorld = {
    gate,
    running,
    answerRouting: gate.engine.checks.answerRouting,
    onRows: () => undefined,
    outbox: begin(),
    log: createNotificationLog({
      database: gate.database,
      engine: gate.engine,
      channels: running.channels,
      wake: () => world.outbox.wake(),
    }),
    accounts: createNotificationAccounts({
      database: gate.database,
      channels: running.channels,
      ownPreference: (by) => world.log.ownPreference(by),
    }),
    onDevicesOpened: async () => undefined,
    devices: createNotificationDevices({
      database: gate.database,
      channels: {
        ...running.channels,
        async open(...asked) {
          const opened = await running.channels.open(...asked);
          await world.onDevicesOpened();
          return opened;
        },
      },
      publicUrl: () => PUBLIC_URL,
      ownPreference: (by) => world.log.ownPreference(by),
    }),
    presses: createPresses({
      database: gate.database,
      engine: gate.engine,
      channels: running.channels,
      log,
      readButton: buttons.read,
    }),
    logged,
    smtp,
    receiver,
    slack,
    teams,
    pushService,
    tokens,
    mails: async () => Promise.all(smtp.mails.map(({ text }) => PostalMime.parse(text))) as never,
    addWebhook: (settings = {}, more = {}) =>
      add("webhook", { url: `${receiver.url}/hook`, ...settings }, { secret: SECRET }, more),
    addMail: (settings = {}, more = {}) =>
      add(
        "email-notifications",
        { host: "127.0.0.1", port: smtp.port, tls: "none", from: "gate@example.test", delayMinutes: 0, ...settings },
        SMTP_USER,
        more,
      ),
    addSlack: (settings = {}) =>
      add("slack", { channel: SLACK_CHANNEL, apiUrl: slack.apiUrl, ...settings }, { botToken: SLACK_TOKEN }, {}),
    addDirectSlack: (settings = {}, credentials = {}) =>
      add("slack", { apiUrl: slack.apiUrl, ...settings }, { botToken: SLACK_TOKEN, ...credentials }, {}),
    addWebPush: (settings = {}) =>
      add("web-push", { contact: "ops@example.test", services: [pushService.host], ...settings }, {}, {}),
    addTeams: (settings = {}) => add("teams", settings, { url: teams.workflowUrl }, {}),
    async dueNow() {
      await sql`update notification set due_at = now() where state = 'planned'`.execute(gate.database.kysely);
      world.outbox.wake();
    },
    async remind() {
      await sql`update action set remind_at = now() where status = 'pending'`.execute(gate.database.kysely);
    },
    async forgetRate() {
      await sql`update notification set ended_at = ended_at - interval '1 hour'`.execute(gate.database.kysely);
    },
    opens: () => opens,
    async restart() {
      await world.outbox.stop();
      world.outbox = begin();
    },
    states: () => statesOf(gate.database, workspaceId),
    async untilQuiet() {
      await until(async () => {
        const rows = await listChannels(gate.database.kysely, [workspaceId], running.channels.connectors);
        const states = await world.states();
        return (
          rows.every(({ plannedSeq, headSeq }) => plannedSeq !== null && plannedSeq >= headSeq) &&
          states.every(({ state }) => state !== "planned" && state !== "sending")
        );
      });
    },
    async close() {
      await Promise.all([world.outbox.stop(), world.presses.stop()]);
      await running.stop();
      await smtp.close();
      await Promise.all([receiver.server.close(), slack.close(), teams.close(), pushService.close()]);
      await gate.close();
    },
  };
  return world;
}

const statesOf = ({ kysely }: Database, workspaceId: string) =>
  kysely
    .selectFrom("notification")
    .select(["kind", "state", "recipient", "reason", "attempts", "dueAt"])
    .where("workspaceId", "=", workspaceId)
    .orderBy("eventSeq")
    .orderBy("recipient")
    .execute();
