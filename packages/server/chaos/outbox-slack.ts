import type { Database } from "../src/store/database.ts";
import {
  SLACK_SIGNING_SECRET,
  SLACK_TOKEN,
  startFakeSlack,
  type FakeSlack,
  type SlackMessage,
  type SlackPress,
} from "../test/connectors/fakes/slack.ts";
import type { FaultKind } from "../test/connectors/fakes/faulty-server.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import type { Misfortune } from "./outbox-receivers.ts";
import { inParallel, mustBe } from "./pacing.ts";

/** The workspace whose people decide by buttons, so that they are told of nothing else: only six messages in ten minutes are sent. */
export const PRESSED_WORKSPACE = "ws_presses";

const RUNNING_AT_ONCE = 8;

export const personOf = (n: number): string => `person_${n}`;
/** The tool about whose actions this person is asked, and nobody else. */
export const toolOf = (n: number): string => `ask_${n}`;
/** Member id at Slack. */
export const accountOf = (n: number): string => `U${String(n).padStart(6, "0")}`;
/** Of every fourth person, the actions need a second approval, before which they are edited. */
export const isEditedFirst = (n: number): boolean => n % 4 === 3;

/** Slack outside of the processes; it refuses and cuts requests as often as it is told. */
export async function openPressedSlack(people: number, luck: Misfortune): Promise<FakeSlack> {
  const slack = await startFakeSlack();
  for (let n = 0; n < people; n += 1)
    slack.people.push({ id: accountOf(n), email: `${personOf(n)}@slack.test`, name: personOf(n) });
  const strike = (kind: FaultKind, chance: () => number): void =>
    slack.strike(
      kind,
      () => Math.random() < chance(),
      () => strike(kind, chance),
    );
  strike("error_before", () => luck.refuses);
  strike("cut_after", () => luck.cuts);
  return slack;
}

/** Adds the channel with buttons and people whose accounts are connected to it. Returns the channel's id. */
export async function preparePresses(parts: OutboxParts, slack: FakeSlack): Promise<string> {
  const people = slack.people.length;
  await parts.database.script(`
    insert into person (id, name, email, email_verified, created_at, updated_at)
      select 'person_' || n, 'person_' || n, 'person_' || n || '@example.test', true, now(), now()
      from generate_series(0, ${people - 1}) n;
    insert into member (workspace_id, user_id, role)
      select '${PRESSED_WORKSPACE}', 'person_' || n, 'approver' from generate_series(0, ${people - 1}) n;`);
  const admin = parts.admin(PRESSED_WORKSPACE);
  await parts.engine.declaredTools.registerServer(PRESSED_WORKSPACE);
  let next = 0;
  await inParallel(people, RUNNING_AT_ONCE, async () => {
    const n = next++;
    const whose = isEditedFirst(n)
      ? { approvalRule: { needs: "n_of" as const, n: 2, of: [{ user: personOf(n) }, { user: admin.id }] } }
      : { approverIds: [personOf(n), admin.id] };
    mustBe(await parts.engine.tools.change(admin, toolOf(n), { ...whose, confirm: true }));
  });
  const { id } = mustBe(
    await parts.connections.admin.create(admin, {
      connector: "slack",
      name: "slack",
      settings: {
        apiUrl: slack.apiUrl,
        shows: "everything",
        decides: Array.from({ length: people }, (_, n) => ({ tool: toolOf(n), maxRisk: 3 })),
      },
      credentials: { botToken: SLACK_TOKEN, signingSecret: SLACK_SIGNING_SECRET },
      allowPrivate: true,
      confirm: true,
      enabled: true,
    }),
  );
  await connectAccounts(parts.database, id, people);
  return id;
}

const connectAccounts = (database: Database, connectionId: string, people: number): Promise<unknown> =>
  database.script(`
    insert into notification_account (workspace_id, connection_id, user_id, account_id, account_name)
      select '${PRESSED_WORKSPACE}', '${connectionId}', 'person_' || n, 'U' || lpad(n::text, 6, '0'), 'person_' || n
      from generate_series(0, ${people - 1}) n;`);

/** A message as it was when its buttons were seen; Slack replaces them when it is changed. */
export interface ShownMessage {
  message: SlackMessage;
  /** By button. */
  values: Record<SlackPress["button"], string>;
}

/** The messages with both buttons about an action; several where Slack took one whose sender did not learn of it. */
export function messagesAbout(slack: FakeSlack, n: number, actionId: string): ShownMessage[] {
  const conversation = accountOf(n).replace("U", "D");
  return slack.messages
    .filter((message) => message.channel === conversation && slack.linksOf(message).some((link) => link.includes(actionId)))
    .flatMap((message) => {
      const buttons = message.blocks.flatMap(({ type, elements = [] }) => (type === "actions" ? elements : []));
      const valueOf = (button: string) => buttons.find(({ action_id: id }) => id === button)?.value;
      const [approve, reject] = [valueOf("approve"), valueOf("reject")];
      if (approve === undefined || reject === undefined) return [];
      return [{ message: structuredClone(message), values: { approve, reject } }];
    });
}

/** Whether a message tells of this action and of others. It has no buttons: the action is decided in the inbox. */
export function isToldAmongOthers(slack: FakeSlack, n: number, actionId: string): boolean {
  const conversation = accountOf(n).replace("U", "D");
  return slack.messages.some((message) => {
    const links = new Set(slack.linksOf(message).filter((link) => link.includes("/actions/")));
    return message.channel === conversation && links.size > 1 && [...links].some((link) => link.includes(actionId));
  });
}
