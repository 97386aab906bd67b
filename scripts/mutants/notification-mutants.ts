import type { Mutant } from "./mutants.ts";

const feature = (name: string): string => `packages/server/src/features/notifications/${name}.ts`;
const STATEMENTS = "packages/server/src/store/statements/notifications.ts";
const WEBHOOKS = "packages/server/test/notifications/webhooks.contract.test.ts";
const MAIL = "packages/server/test/notifications/mail.contract.test.ts";

/** Guards of what is told to whom, outside of the pages. */
export const NOTIFICATION_MUTANTS: readonly Mutant[] = [
  {
    name: "notification: a channel is planned from the event that enabled it",
    file: STATEMENTS,
    find: `select c.workspace_id, c.id, coalesce((select max(e.seq) from audit_event e
      where e.workspace_id = c.workspace_id and`,
    replace: `select c.workspace_id, c.id, coalesce((select max(e.seq) from audit_event e
      where e.workspace_id = c.workspace_id or`,
    test: WEBHOOKS,
    only: "G36 what happened after a channel was added",
  },
  {
    name: "notification: what is to be sent by a disabled channel is suppressed",
    file: STATEMENTS,
    find: `and d.connection_id = ended.connection_id and d.state = 'planned'`,
    replace: `and d.connection_id = ended.connection_id and d.state = 'dead'`,
    test: WEBHOOKS,
    only: "G36 a disabled channel sends nothing more",
  },
  {
    name: "notification: an endpoint is told of an action in order",
    file: STATEMENTS,
    find: `e.event_seq < d.event_seq
      and e.state in ('planned', 'sending')`,
    replace: `e.event_seq < d.event_seq
      and e.state in ('dead')`,
    test: WEBHOOKS,
    only: "G36 what follows for the same action waits",
  },
  {
    name: "notification: one message to a person after the other",
    file: STATEMENTS,
    find: `and e.recipient = d.recipient and e.state = 'sending' and e.lease_until > now())`,
    replace: `and e.recipient = d.recipient and e.state = 'dead' and e.lease_until > now())`,
    test: MAIL,
    only: "G36 while something is sent to a person",
  },
  {
    name: "notification: only the holder of the lease ends an attempt",
    file: STATEMENTS,
    find: `ended_at = case when ${"${isOver}"} then now() end
    from ${"${ENDED.from(sql`${ENDED.toJson(ended)}`)}"}
    where d.workspace_id = ${"${first.workspaceId}"} and d.id = r."id" and d.state = 'sending' and d.attempts = r."attempts"`,
    replace: `ended_at = case when ${"${isOver}"} then now() end
    from ${"${ENDED.from(sql`${ENDED.toJson(ended)}`)}"}
    where d.workspace_id = ${"${first.workspaceId}"} and d.id = r."id" and d.state = 'sending'`,
    test: WEBHOOKS,
    only: "G36 a process whose lease was lost",
  },
  {
    name: "notification: a repeat carries the id of the first attempt",
    file: feature("send-due"),
    find: `const key = row.messageId ?? row.id;`,
    replace: `const key = crypto.randomUUID();`,
    test: WEBHOOKS,
    only: "G36 a message whose answer was lost",
  },
  {
    name: "notification: nobody is asked about what is decided",
    file: feature("send-together"),
    find: `if (action.status !== "pending") return "It was decided before.";`,
    replace: `if (action.status !== "pending") return undefined;`,
    test: MAIL,
    only: "G36 nobody is mailed about what was decided",
  },
  {
    name: "notification: who was not asked is not told of the decision",
    file: feature("send-together"),
    find: `return facts.wasAsked(row) ? undefined : "Nothing had been sent about the action.";`,
    replace: `return undefined;`,
    test: MAIL,
    only: "G36 nobody is mailed about what was decided",
  },
  {
    name: "notification: who may decide is judged again when it is sent",
    file: feature("send-together"),
    find: `return decidersOf(action, people).some(({ id }) => id === person.id)`,
    replace: `return decidersOf(action, people).length > 0`,
    test: MAIL,
    only: "G36 who may not decide any more",
  },
  {
    name: "notification: who decided is not told of it",
    file: feature("plan-events"),
    find: `people.filter(({ id }) => asked.has(id) && id !== event.actorId)`,
    replace: `people.filter(({ id }) => asked.has(id))`,
    test: MAIL,
    only: "G36 who was asked is told once it is decided",
  },
  {
    name: "notification: a reminder takes what waits along",
    file: feature("plan-channel"),
    find: `if (channel.audience === "people") await hurryNotifications(transaction, row, following);`,
    replace: `void hurryNotifications; void following;`,
    test: MAIL,
    only: "G36 who is reminded before the first mail",
  },
  {
    name: "notification: the person an agent acts for is not asked",
    file: feature("recipients"),
    find: `new Set([action.proposedBy, action.agent?.actsFor, `,
    replace: `new Set([action.proposedBy, `,
    test: MAIL,
    only: "G36 the person an agent acts for",
  },
  {
    name: "notification: a delegate is asked for the delegator",
    file: feature("recipients"),
    find: `person.delegators.some((id) => ids.has(id))`,
    replace: `false`,
    test: MAIL,
    only: "G36 a tool's own approvers are asked",
  },
  {
    name: "notification: by default nothing of the action leaves",
    file: feature("write-notice"),
    find: `const isOpen = policy.shows !== "link";`,
    replace: `const isOpen = true;`,
    test: WEBHOOKS,
    only: "G37 by default a message names ids",
  },
  {
    name: "notification: only the named arguments leave",
    file: feature("write-notice"),
    find: `policy.shows === "everything" || named.includes(name)`,
    replace: `named.length >= 0`,
    test: WEBHOOKS,
    only: "G37 a channel shows the named arguments",
  },
  {
    name: "notification: secrets are masked in arguments",
    file: feature("write-notice"),
    find: `valueOf(maskJson(mask, input[name]!))`,
    replace: `valueOf(input[name]!)`,
    test: WEBHOOKS,
    only: "G37 a channel shows the named arguments",
  },
  {
    name: "notification: arguments are text in a mail",
    file: "packages/server/src/tools/connectors/email/render-mail.ts",
    find: `text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "")`,
    replace: `text`,
    test: MAIL,
    only: "G37 arguments are shown where",
  },
];
