import { randomBytes } from "node:crypto";
import { NOTIFIED_EVENTS } from "@countersign/protocol";
import { sql } from "kysely";
import { startOwnPostgres } from "../../../test/support/start-postgres.ts";
import { OUTBOX_FAILPOINTS } from "../src/engine/failpoint.ts";
import { migrate } from "../src/store/migrate.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { openOutboxParts, type OutboxParts } from "./outbox-parts.ts";
import { judgePresses } from "./outbox-press-judge.ts";
import { createPressers } from "./outbox-pressers.ts";
import { startProcesses } from "./outbox-processes.ts";
import { openReceivers, type Misfortune, type ReceivedEvent } from "./outbox-receivers.ts";
import { openPressedSlack, preparePresses, PRESSED_WORKSPACE, toolOf } from "./outbox-slack.ts";
import { again, atRate, inParallel, mustBe, pause, until } from "./pacing.ts";

const WORKSPACE = "ws_chaos";
const PEOPLE = ["admin", "ann", "bob"];
/** Proposals under way at once. */
const PARALLEL = 32;
/** People who decide by message, and the actions each of them is asked about, one after the other. */
const PRESSED = { short: { people: 60, turns: 2 }, full: { people: 200, turns: 4 } } as const;
const QUIET = { perSecond: 50, seconds: 20 };
/** Messages that a killed process may have sent without having recorded it. */
const AT_ONCE = 20;

/** Notifications of many events by processes that die at every failpoint. Returns the number of failed checks. */
export async function outboxChaos(isShort: boolean): Promise<number> {
  const events = isShort ? 3000 : 100_000;
  const { people, turns } = isShort ? PRESSED.short : PRESSED.full;
  const postgres = await startOwnPostgres();
  const luck: Misfortune = { refuses: 0, cuts: 0 };
  const signing = `whsec_${randomBytes(32).toString("base64")}`;
  const receivers = await openReceivers(signing, luck);
  const slack = await openPressedSlack(people, luck);
  await prepare(postgres.url);
  const life = {
    databaseUrl: postgres.url,
    workspaceIds: [WORKSPACE, PRESSED_WORKSPACE],
    secretKey: randomBytes(32).toString("base64url"),
    tools: Array.from({ length: people }, (_, n) => toolOf(n)),
  };
  const parts = await openOutboxParts(life);
  await addChannels(parts, receivers, signing);
  const connectionId = await preparePresses(parts, slack);
  const processes = startProcesses(life);
  await processes.untilServing();
  const pressers = createPressers({ parts, slack, processes, connectionId });
  const { proposeAndReject, measureQuiet } = createLoad(parts, receivers);
  const p95 = await measureQuiet(QUIET.perSecond * (isShort ? 4 : QUIET.seconds));

  luck.refuses = 0.2;
  luck.cuts = 0.01;
  processes.letDie(isShort ? 0.05 : 0.005);
  const began = Date.now();
  const pressing = pressers.decideAll(turns);
  const half = Math.ceil(events / 4);
  await inParallel(half, PARALLEL, proposeAndReject);
  await postgres.restart();
  await inParallel(half, PARALLEL, proposeAndReject);
  await pressing;
  while (processes.kills().size < OUTBOX_FAILPOINTS.length) {
    await Promise.all([inParallel(AT_ONCE, PARALLEL, proposeAndReject), pressers.pressLate()]);
    await pause(200);
  }
  processes.letDie(0);
  const expected = await untilSent(postgres.url);
  const kills = await processes.stop();
  const seconds = Math.round((Date.now() - began) / 1000);
  const { decisions, checks } = await judgePresses(parts.database, pressers.ledger, slack);
  await parts.engine.stop(1);
  await parts.close();
  await receivers.close();
  await slack.close();
  await postgres.stop();
  console.log(
    `${expected.size} events, ${kills} kills, 1 restart of PostgreSQL, ${receivers.events.length} webhooks and ` +
      `${receivers.mails.length} mails received in ${seconds} s; p95 from commit to receipt without faults ${p95} ms`,
  );
  console.log(
    `${people * turns - pressers.ledger.withoutButtons} actions asked about with buttons, ${people} people, ${slack.messages.length} messages of Slack; ` +
      `${pressers.ledger.taken} presses taken, ${decisions} decisions by message`,
  );
  return report({
    ...judgeWebhooks(receivers.events, expected, kills),
    "signatures that others refuse": receivers.badSignatures(),
    "people with more than 6 messages in 10 minutes, repeats aside": crowdedPeople(receivers.mails),
    "p95 from commit to receipt over 2 s without faults": p95 < 2000 ? 0 : 1,
    ...checks,
  });
}

type Receivers = Awaited<ReturnType<typeof openReceivers>>;

async function addChannels(parts: OutboxParts, receivers: Receivers, secret: string): Promise<void> {
  await parts.engine.declaredTools.registerServer(WORKSPACE);
  const request = { allowPrivate: true, confirm: true, enabled: true };
  const webhook = { connector: "webhook", name: "hook", settings: { url: receivers.url }, credentials: { secret } };
  const smtp = { host: "127.0.0.1", port: receivers.smtpPort, tls: "none", from: "gate@example.test", delayMinutes: 0 };
  const mail = { connector: "email-notifications", name: "mail", settings: smtp };
  for (const channel of [webhook, mail])
    mustBe(await parts.connections.admin.create(parts.admin(WORKSPACE), { ...request, ...channel }));
}

/** Proposals that are rejected at once. */
function createLoad({ engine, agent, admin }: OutboxParts, { events }: Receivers) {
  let proposed = 0;
  const committed = new Map<string, number>();
  const propose = async (): Promise<string> => {
    const call = { toolName: "pay", toolInput: { n: (proposed += 1) } };
    const id = mustBe(await engine.proposals.propose(agent(WORKSPACE), call)).pendingActionId!;
    committed.set(id, Date.now());
    return id;
  };
  return {
    /** A restart of the database refuses what is under way; whether the decision was taken before does not matter here. */
    async proposeAndReject(): Promise<void> {
      const id = await again(propose);
      await again(() => engine.decisions.reject(admin(WORKSPACE), id, { channel: "api" }));
    },
    /** Proposes at an even rate. Returns the 95th percentile of the milliseconds from commit to receipt. */
    async measureQuiet(ticks: number): Promise<number> {
      await atRate(ticks, 1000 / QUIET.perSecond, propose);
      await until(() => events.length >= ticks);
      const waits = events.map(({ actionId, atMs }) => atMs - committed.get(actionId)!).toSorted((a, b) => a - b);
      return waits[Math.floor(waits.length * 0.95)]!;
    },
  };
}

async function prepare(url: string): Promise<void> {
  const database = await openDatabase({ url, maxConnections: 1 });
  await migrate(database);
  await database.script(`
    insert into workspace (id, name) values ('${WORKSPACE}', 'Chaos'), ('${PRESSED_WORKSPACE}', 'Presses');
    insert into audit_head (workspace_id) select id from workspace;
    insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups)
      select id, 'agent', 'agent', 'agent', 'none of ' || id, '', '{default}' from workspace;
    -- Rejected calls by the thousand would pause the tool.
    alter table tool alter column after_reject set default 'ask';`);
  for (const name of PEOPLE) {
    await database.script(`
      insert into person (id, name, email, email_verified, created_at, updated_at)
        values ('${name}', '${name}', '${name}@example.test', true, now(), now());
      insert into member (workspace_id, user_id, role) values ('${WORKSPACE}', '${name}', 'admin');`);
  }
  await database.script(`insert into member (workspace_id, user_id, role) values ('${PRESSED_WORKSPACE}', 'admin', 'admin')`);
  await database.close();
}

/** Waits until every event was planned and every webhook sent. Returns the events that had to be, by sequence number. */
async function untilSent(url: string): Promise<Map<number, string>> {
  const database = await openDatabase({ url, maxConnections: 2 });
  const open = async () => {
    const { rows } = await sql<{ open: number; behind: number }>`
      select (select count(*)::int from notification where recipient = '' and state in ('planned', 'sending')) as open,
        (select count(*)::int from notification_cursor c join audit_head h on h.workspace_id = c.workspace_id
          where c.seq < h.seq) as behind`.execute(database.kysely);
    return rows[0]!.open + rows[0]!.behind;
  };
  await until(async () => (await open()) === 0);
  const rows = await database.kysely
    .selectFrom("auditEvent")
    .select(["seq", "actionId"])
    .where("workspaceId", "=", WORKSPACE)
    .where("kind", "in", [...NOTIFIED_EVENTS])
    .execute();
  const dead = await database.kysely.selectFrom("notification").select("reason").where("state", "=", "dead").execute();
  for (const { reason } of dead.slice(0, 3)) console.log(`      dead: ${reason}`);
  await database.close();
  return new Map(rows.map(({ seq, actionId }) => [seq, actionId ?? ""]));
}

function judgeWebhooks(events: readonly ReceivedEvent[], expected: ReadonlyMap<number, string>, kills: number) {
  const firsts = new Map<number, ReceivedEvent>();
  const last = new Map<string, number>();
  let [unordered, changedIds] = [0, 0];
  for (const event of events) {
    const first = firsts.get(event.seq);
    if (first) {
      if (first.id !== event.id) changedIds += 1;
      continue;
    }
    firsts.set(event.seq, event);
    if ((last.get(event.actionId) ?? 0) > event.seq) unordered += 1;
    last.set(event.actionId, event.seq);
  }
  const repeats = events.length - firsts.size;
  // Each kill may repeat what was under way, and each connection that was cut after the message one more.
  const allowed = kills * AT_ONCE + Math.ceil(events.length * 0.02);
  return {
    "events not delivered": [...expected.keys()].filter((seq) => !firsts.has(seq)).length,
    "told of what did not happen": [...firsts.values()].filter(({ seq, actionId }) => expected.get(seq) !== actionId).length,
    "repeats under another id": changedIds,
    "events of an action out of order": unordered,
    "more repeats than kills explain": Math.max(0, repeats - allowed),
  };
}

/** The run takes less than the 10 minutes of a quota, or a few of them. */
function crowdedPeople(mails: readonly { to: string; messageId: string }[]): number {
  const messages = new Map<string, Set<string>>();
  for (const { to, messageId } of mails) messages.set(to, (messages.get(to) ?? new Set()).add(messageId));
  const quotas = Math.ceil(process.uptime() / 600);
  return [...messages.values()].filter(({ size }) => size > 6 * quotas).length;
}

function report(checks: Readonly<Record<string, number>>): number {
  for (const [what, count] of Object.entries(checks)) console.log(`${count === 0 ? "ok   " : "FAULT"} ${what}: ${count}`);
  return Object.values(checks).filter((count) => count > 0).length;
}
