import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { NOTIFIED_EVENTS } from "@countersign/protocol";
import { sql } from "kysely";
import { startOwnPostgres } from "../../../test/support/start-postgres.ts";
import { OUTBOX_FAILPOINTS } from "../src/engine/failpoint.ts";
import { migrate } from "../src/store/migrate.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { openOutboxParts, type OutboxLife } from "./outbox-parts.ts";
import { openReceivers, type Misfortune, type ReceivedEvent } from "./outbox-receivers.ts";

const WORKSPACE = "ws_chaos";
const PEOPLE = ["admin", "ann", "bob"];
const LIFE = fileURLToPath(new URL("outbox-life.ts", import.meta.url));
const PROCESSES = 3;
/** Proposals under way at once. */
const PARALLEL = 32;
const QUIET = { perSecond: 50, seconds: 20 };
/** Messages that a killed process may have sent without having recorded it. */
const AT_ONCE = 20;
const SETTLE_MS = 900_000;

/** Notifications of many events by processes that die at every failpoint. Returns the number of failed checks. */
export async function outboxChaos(isShort: boolean): Promise<number> {
  const events = isShort ? 3000 : 100_000;
  const postgres = await startOwnPostgres();
  const secretKey = randomBytes(32).toString("base64url");
  const signing = `whsec_${randomBytes(32).toString("base64")}`;
  const luck: Misfortune = { refuses: 0, cuts: 0 };
  const receivers = await openReceivers(signing, luck);
  await prepare(postgres.url);
  const life = { databaseUrl: postgres.url, workspaceId: WORKSPACE, secretKey };
  const parts = await openOutboxParts(life);
  await parts.engine.declaredTools.registerServer(WORKSPACE);
  const request = { allowPrivate: true, confirm: true, enabled: true };
  const webhook = { connector: "webhook", name: "hook", settings: { url: receivers.url }, credentials: { secret: signing } };
  const smtp = { host: "127.0.0.1", port: receivers.smtpPort, tls: "none", from: "gate@example.test", delayMinutes: 0 };
  const mail = { connector: "email-notifications", name: "mail", settings: smtp };
  for (const channel of [webhook, mail]) mustBe(await parts.connections.admin.create(parts.admin, { ...request, ...channel }));
  const processes = startProcesses(life);
  await processes.untilServing();

  let proposed = 0;
  const committed = new Map<string, number>();
  const propose = async (): Promise<string> => {
    const outcome = await parts.engine.proposals.propose(parts.agent, { toolName: "pay", toolInput: { n: (proposed += 1) } });
    const id = mustBe(outcome).pendingActionId!;
    committed.set(id, Date.now());
    return id;
  };
  const ticks = QUIET.perSecond * (isShort ? 4 : QUIET.seconds);
  await atRate(ticks, 1000 / QUIET.perSecond, propose);
  await until(() => receivers.events.length >= ticks);
  const waits = receivers.events.map(({ actionId, atMs }) => atMs - committed.get(actionId)!).toSorted((a, b) => a - b);
  const p95 = waits[Math.floor(waits.length * 0.95)]!;

  luck.refuses = 0.2;
  luck.cuts = 0.01;
  processes.letDie(isShort ? 0.4 : 0.02);
  const began = Date.now();
  const half = Math.ceil(events / 4);
  await inParallel(half, () => proposeAndReject(propose, parts));
  await postgres.restart();
  await inParallel(half, () => proposeAndReject(propose, parts));
  while (processes.kills().size < OUTBOX_FAILPOINTS.length) await inParallel(AT_ONCE, () => proposeAndReject(propose, parts));
  processes.letDie(0);
  const expected = await untilSent(postgres.url);
  const kills = await processes.stop();
  const seconds = Math.round((Date.now() - began) / 1000);
  await parts.engine.stop(1);
  await parts.close();
  await receivers.close();
  await postgres.stop();
  console.log(
    `${expected.size} events, ${kills} kills, 1 restart of PostgreSQL, ${receivers.events.length} webhooks and ` +
      `${receivers.mails.length} mails received in ${seconds} s; p95 from commit to receipt without faults ${p95} ms`,
  );
  return report({
    ...judgeWebhooks(receivers.events, expected, kills),
    "signatures that others refuse": receivers.badSignatures(),
    "people with more than 6 messages in 10 minutes, repeats aside": crowdedPeople(receivers.mails),
    "p95 from commit to receipt over 2 s without faults": p95 < 2000 ? 0 : 1,
  });
}

async function prepare(url: string): Promise<void> {
  const database = await openDatabase({ url, maxConnections: 1 });
  await migrate(database);
  await database.script(`
    insert into workspace (id, name) values ('${WORKSPACE}', 'Chaos');
    insert into audit_head (workspace_id) values ('${WORKSPACE}');
    insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups)
      values ('${WORKSPACE}', 'agent', 'agent', 'agent', 'none', '', '{default}');
    -- Rejected calls by the thousand would pause the tool.
    alter table tool alter column after_reject set default 'ask';`);
  for (const name of PEOPLE) {
    await database.script(`
      insert into person (id, name, email, email_verified, created_at, updated_at)
        values ('${name}', '${name}', '${name}@example.test', true, now(), now());
      insert into member (workspace_id, user_id, role) values ('${WORKSPACE}', '${name}', 'admin');`);
  }
  await database.close();
}

function mustBe<T>(result: { ok: true; value: T } | { ok: false; refusal: { detail: string } }): T {
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}

/** A restart of the database refuses what is under way; whether the decision was taken before does not matter here. */
async function proposeAndReject(
  propose: () => Promise<string>,
  { engine, admin }: Awaited<ReturnType<typeof openOutboxParts>>,
): Promise<void> {
  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch {
        await pause(200);
      }
    }
  };
  const id = await again(propose);
  await again(() => engine.decisions.reject(admin, id, { channel: "api" }));
}

/** Processes that are started again when they end, each time with the next failpoint to die at. */
function startProcesses(life: Omit<OutboxLife, "dieAt" | "chance">) {
  const children = new Set<ChildProcess>();
  const kills: string[] = [];
  let [chance, started, isStopping] = [0, 0, false];

  function start(): void {
    const dieAt = OUTBOX_FAILPOINTS[(started += 1) % OUTBOX_FAILPOINTS.length]!;
    const words = JSON.stringify({ ...life, dieAt, chance } satisfies OutboxLife);
    const child = spawn(process.execPath, [...process.execArgv, LIFE, words], { stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    child.once("exit", (_code, signal) => {
      children.delete(child);
      if (isStopping) return;
      if (signal === "SIGKILL") kills.push(dieAt);
      start();
    });
  }
  const replaceAll = async (): Promise<void> => {
    for (const child of children) child.kill("SIGTERM");
  };

  for (let n = 0; n < PROCESSES; n += 1) start();
  return {
    untilServing: async (): Promise<void> => void (await Promise.all([...children].map(({ stdout }) => once(stdout!, "data")))),
    /** Takes effect in the processes that start from now on; the others end. */
    letDie(next: number): void {
      chance = next;
      void replaceAll();
    },
    /** The failpoints at which a process died. */
    kills: (): ReadonlySet<string> => new Set(kills),
    async stop(): Promise<number> {
      isStopping = true;
      const over = [...children].map((child) => once(child, "exit"));
      await replaceAll();
      await Promise.all(over);
      return kills.length;
    },
  };
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

async function inParallel(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while ((left -= 1) >= 0) await work();
    }),
  );
}

/** Begins the work `times` times, one each `everyMs`, and waits for all. */
async function atRate(times: number, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  const all: Promise<unknown>[] = [];
  for (let n = 0; n < times; n += 1) {
    all.push(work());
    await pause(everyMs);
  }
  await Promise.all(all);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("notifications are still open");
    await pause(200);
  }
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
