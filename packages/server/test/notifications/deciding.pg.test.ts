import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { SAID } from "../../src/features/notifications/decide-by-press.ts";
import { SLACK_APP_TOKEN, SLACK_CHANNEL, SLACK_SIGNING_SECRET, type SlackPress } from "../connectors/fakes/slack.ts";
import { codeOf, need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, type NotificationWorld } from "./support.ts";

const DECIDES = { shows: "everything", decides: [{ tool: "pay", maxRisk: 3 }] };

let world: NotificationWorld;
let channel: string;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
  channel = await world.addDirectSlack(DECIDES, { signingSecret: SLACK_SIGNING_SECRET, appToken: SLACK_APP_TOKEN });
  world.presses.serve(world.gate.agent.workspaceId);
  for (const [n, person] of [people().admin, people().approver, people().other].entries())
    world.slack.people.push({ id: idOf(n), email: `${person.id}@slack.test`, name: person.name });
});
afterEach(() => world.close());

const people = () => world.gate.people;
const statusOf = async (id: string) => need(await world.gate.engine.actions.get(people().admin, id)).status;
const idOf = (n: number): string => `U00000${n}`;
/** Members at Slack: of the approver, of another approver. */
const [APPROVER, OTHER] = [idOf(1), idOf(2)];

async function connect(by: Principal): Promise<void> {
  const asked = { connectionId: channel, account: `${by.id}@slack.test` };
  need(await world.accounts.connect(by, asked, AbortSignal.timeout(60_000)));
  const code = /: (\d{8})\./.exec(world.slack.readText(world.slack.messages.at(-1)))?.[1] ?? "";
  need(await world.accounts.confirm(by, { connectionId: channel, code }));
  world.slack.messages.length = 0;
}
const messageOf = (slackId: string) => world.slack.messages.find((one) => one.channel === slackId.replace("U", "D"));
/** Proposes a payment and waits for the messages about it. */
async function ask(input: JsonObject = { amount: 7 }, receivers = 1): Promise<string> {
  const id = await propose(world.gate, "pay", input);
  await until(() => world.slack.messages.length === receivers);
  await world.untilQuiet();
  return id;
}
/** Presses a button as Slack reports it, and returns what the person is told. */
async function press(pressed: SlackPress, sent = world.slack.signedPress(pressed)): Promise<string> {
  const told = world.slack.ephemerals.length;
  need(await world.presses.receive({ workspaceId: world.gate.agent.workspaceId, connectionId: channel }, sent));
  await until(() => world.slack.ephemerals.length > told);
  return world.slack.ephemerals.at(-1)?.text ?? "";
}
const approve = (message: SlackPress["message"], by = APPROVER) => press({ by, button: "approve", message });

test("G40 a press approves what the message shows, once, as the person whose message it is", async () => {
  await connect(people().approver);
  const id = await ask();
  expect(world.slack.buttonsOf(messageOf(APPROVER))).toEqual(["approve", "reject"]);
  expect(await approve(messageOf(APPROVER))).toBe("Approved.");
  await untilStatus(world.gate, id, "executed");
  const decisions = await world.gate.database.kysely.selectFrom("decision").selectAll().where("actionId", "=", id).execute();
  expect(decisions).toMatchObject([{ verdict: "approve", byId: people().approver.id, channel: "message" }]);
  await until(() => world.slack.readText(messageOf(APPROVER)).includes("Approved by approver, and executed."));
  expect(world.slack.buttonsOf(messageOf(APPROVER))).toEqual([]);
  expect(world.slack.ephemerals).toEqual([{ channel: "D000001", user: APPROVER, text: "Approved." }]);
});

test("G40 a message whose action is edited while it is written shows the arguments as they are now, and has no buttons", async () => {
  await connect(people().approver);
  let isSending = false;
  world.onRows = async ([row]) => {
    isSending ||= row !== undefined && "leaseId" in row;
    if (!isSending || row === undefined || !("decisions" in row)) return;
    world.onRows = () => undefined;
    await sql`update action set effective_input = '{"amount":999}', digest = ${"0".repeat(64)}`.execute(
      world.gate.database.kysely,
    );
  };
  await ask();
  expect(world.slack.readText(messageOf(APPROVER))).toContain("amount\n999");
  expect(world.slack.buttonsOf(messageOf(APPROVER))).toEqual([]);
});

test("G40 a message about a comment has no buttons, and the one that asked keeps its own", async () => {
  const { approver, other } = people();
  await connect(approver);
  const id = await ask();
  need(await world.gate.engine.comments.add(other, id, { text: "Look", mentions: [approver.id] }));
  await until(() => world.slack.messages.length === 2);
  await world.untilQuiet();
  expect(world.slack.messages.map((one) => world.slack.buttonsOf(one))).toEqual([["approve", "reject"], []]);
  expect(world.slack.readText(world.slack.messages[1])).toContain("other mentioned you in a comment on an action.");
});

test("a press rejects", async () => {
  await connect(people().approver);
  const id = await ask();
  expect(await press({ by: APPROVER, button: "reject", message: messageOf(APPROVER) })).toBe("Rejected.");
  expect(await statusOf(id)).toBe("rejected");
});

test("a press over Socket Mode is acknowledged at once and decides", async () => {
  await connect(people().approver);
  const id = await ask();
  // The client leaves a line that answered nothing for five seconds, and opens another.
  await until(() => world.slack.sockets.size === 1);
  await world.slack.pressOverSocket({ by: APPROVER, button: "approve", message: messageOf(APPROVER) });
  await untilStatus(world.gate, id, "executed");
  await until(() => world.slack.ephemerals.length === 1);
});

test("Socket Mode is opened again when Slack closes it, and left when the channel is disabled", async () => {
  await until(() => world.slack.sockets.size === 1);
  const [first] = world.slack.sockets;
  first?.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested" }));
  await until(() => world.slack.sockets.size === 1 && !world.slack.sockets.has(first!));
  need(await world.running.admin.change(people().admin, channel, { enabled: false }));
  await world.presses.leave(world.gate.agent.workspaceId);
  await until(() => world.slack.sockets.size === 0);
});

test("Socket Mode is opened again when the line is cut, also after attempts that fail", async () => {
  await until(() => world.slack.sockets.size === 1);
  const isOpening = ({ url }: Request): boolean => url.endsWith("/apps.connections.open");
  for (const kind of ["error_before", "cut_before"] as const) world.slack.strike(kind, isOpening);
  for (const socket of world.slack.sockets) socket.terminate();
  await until(() => world.slack.faults.length === 0 && world.slack.sockets.size === 1);
  await connect(people().approver);
  const id = await ask();
  await until(() => world.slack.sockets.size === 1);
  await world.slack.pressOverSocket({ by: APPROVER, button: "reject", message: messageOf(APPROVER) });
  await untilStatus(world.gate, id, "rejected");
});

test("frames that Slack never sends neither decide nor end anything", async () => {
  await connect(people().approver);
  const id = await ask();
  await until(() => world.slack.sockets.size === 1);
  const [socket] = world.slack.sockets;
  const types = ["events_api", "ws_message", "interactive", "disconnected", "close", "error", "slash_commands"];
  for (const frame of ["null", "[]", "not json", ...types.map((type) => JSON.stringify({ type }))]) socket?.send(frame);
  socket?.send(JSON.stringify({ type: "interactive", envelope_id: "e", payload: { type: "block_actions", actions: null } }));
  socket?.send(Buffer.from([1, 2, 3]));
  // On the same line, which the frames have not ended.
  await world.slack.pressOverSocket({ by: APPROVER, button: "reject", message: messageOf(APPROVER) }, socket);
  await untilStatus(world.gate, id, "rejected");
});

test("a reminder leaves the buttons of the first message as they were", async () => {
  await connect(people().approver);
  const id = await ask();
  await world.remind();
  await until(() => world.slack.messages.length === 2);
  await world.untilQuiet();
  expect(await approve(messageOf(APPROVER))).toBe("Approved.");
  await untilStatus(world.gate, id, "executed");
});

test("an administrator is told once that presses are not received", async () => {
  await until(() => world.slack.sockets.size === 1);
  const isOpening = ({ url }: Request): boolean => url.endsWith("/apps.connections.open");
  for (let n = 0; n < 2; n += 1) world.slack.strike("error_before", isOpening);
  for (const socket of world.slack.sockets) socket.terminate();
  await until(() => world.slack.faults.length === 0 && world.slack.sockets.size === 1);
  expect(world.logged.filter((line) => line.includes("presses of buttons are not received"))).toHaveLength(1);
});

describe("G40 a press decides nothing, and each has an answer of its own:", () => {
  const stays = async (id: string, status = "pending") => expect(await statusOf(id)).toBe(status);

  test("after an edit", async () => {
    const approvalRule = { needs: "n_of" as const, n: 2, of: [{ role: "approver" as const }] };
    need(await world.gate.engine.tools.change(people().admin, "pay", { approvalRule, confirm: true }));
    await connect(people().approver);
    const id = await ask();
    const before = structuredClone(messageOf(APPROVER));
    need(
      await world.gate.engine.decisions.approve(people().other, id, { channel: "api", userEdits: { amount: 999 } } as never),
    );
    expect(await approve(before)).toBe(SAID.changed);
    await stays(id);
    await until(() => world.slack.readText(messageOf(APPROVER)).includes("999"));
    expect(await approve(messageOf(APPROVER))).toBe("Approved.");
  });

  test("after a rebase, or another end of the action", async () => {
    await connect(people().approver);
    const id = await ask();
    const before = structuredClone(messageOf(APPROVER));
    need(await world.gate.engine.decisions.refine(people().other, id, { channel: "api", comment: "other" }));
    expect(await approve(before)).toBe("This action is already refined by other. Nothing was decided.");
    await stays(id, "refined");
  });

  test("twice", async () => {
    await connect(people().approver);
    const id = await ask();
    const before = structuredClone(messageOf(APPROVER));
    expect(await approve(before)).toBe("Approved.");
    await untilStatus(world.gate, id, "executed");
    expect(await approve(before)).toBe("This action is already executed by approver. Nothing was decided.");
  });

  test("by a stranger, and by a colleague whose message it is not", async () => {
    await connect(people().approver);
    await connect(people().other);
    const id = await ask({ amount: 7 }, 2);
    const at = { channel: SLACK_CHANNEL, ts: "1.1" };
    expect(await press({ by: "U000099", button: "approve", message: messageOf(APPROVER), at })).toBe(SAID.stranger);
    expect(await press({ by: OTHER, button: "approve", message: messageOf(APPROVER), at })).toBe(SAID.stranger);
    await stays(id);
  });

  test("in a forwarded message", async () => {
    await connect(people().approver);
    const id = await ask();
    const at = { channel: SLACK_CHANNEL, ts: "1.1" };
    expect(await press({ by: APPROVER, button: "approve", message: messageOf(APPROVER), at })).toBe(SAID.copied);
    await stays(id);
  });

  test("replayed from a log: the same request again, a late one, and one that Slack did not sign", async () => {
    await connect(people().approver);
    const id = await ask();
    const pressed: SlackPress = { by: APPROVER, button: "reject", message: messageOf(APPROVER) };
    const sent = world.slack.signedPress(pressed);
    const late = world.slack.signedPress({ ...pressed, button: "approve" }, new Date(Date.now() - 301_000));
    const at = { workspaceId: world.gate.agent.workspaceId, connectionId: channel };
    expect(codeOf(await world.presses.receive(at, late))).toBe("NOT_FOUND");
    const forged = { headers: sent.headers, body: sent.body.replace("reject", "approve") };
    expect(codeOf(await world.presses.receive(at, forged))).toBe("NOT_FOUND");
    expect(codeOf(await world.presses.receive(at, { headers: new Headers(), body: sent.body }))).toBe("NOT_FOUND");
    await stays(id);
    expect(await press(pressed, sent)).toBe("Rejected.");
    expect(await press(pressed, sent)).toBe("This action is already rejected by approver. Nothing was decided.");
  });

  test("with a value that is made up, or another channel's", async () => {
    await connect(people().approver);
    const id = await ask();
    const message = messageOf(APPROVER);
    expect(await press({ by: APPROVER, button: "approve", message, value: "eyJhIjoxfQ.AAAA" })).toBe(SAID.foreign);
    const other = await world.addDirectSlack(DECIDES, { signingSecret: SLACK_SIGNING_SECRET });
    const at = { workspaceId: world.gate.agent.workspaceId, connectionId: other };
    need(await world.presses.receive(at, world.slack.signedPress({ by: APPROVER, button: "approve", message })));
    await until(() => world.slack.ephemerals.length === 2);
    expect(world.slack.ephemerals[1]?.text).toBe(SAID.foreign);
    await stays(id);
  });

  test("by somebody who may not decide any more", async () => {
    await connect(people().approver);
    const id = await ask();
    await sql`update member set role = 'viewer' where user_id = ${people().approver.id}`.execute(world.gate.database.kysely);
    expect(await approve(messageOf(APPROVER))).toMatch(/Nothing was decided\.$/);
    await stays(id);
  });

  test("by an account that was disconnected", async () => {
    await connect(people().approver);
    const id = await ask();
    need(await world.accounts.disconnect(people().approver, channel));
    expect(await approve(messageOf(APPROVER))).toBe(SAID.stranger);
    await stays(id);
  });

  test("when the administrator allows it no more", async () => {
    await connect(people().approver);
    const id = await ask();
    const settings = { shows: "everything", apiUrl: world.slack.apiUrl, decides: [] };
    need(await world.running.admin.change(people().admin, channel, { settings }));
    expect(await approve(messageOf(APPROVER))).toContain("cannot be decided in messages");
    await stays(id);
  });
});

describe("G40 there is no button", () => {
  const buttons = () => world.slack.buttonsOf(messageOf(APPROVER));
  const settingsWith = (more: object) => ({ apiUrl: world.slack.apiUrl, ...DECIDES, ...more });
  const change = async (more: object) =>
    need(await world.running.admin.change(people().admin, channel, { settings: settingsWith(more), confirm: true }));

  test("to approve where an argument is not shown, is cut, is a secret or hides something", async () => {
    await connect(people().approver);
    await change({ shows: "fields", fields: [{ tool: "pay", names: ["amount"] }] });
    await ask({ amount: 7, to: "Ada" });
    expect(buttons()).toEqual(["reject"]);
    world.slack.messages.length = 0;
    await change({});
    const folded = Array.from({ length: 31 }, (_, n) => `line ${n}`).join("\n");
    for (const note of [
      "x".repeat(2001),
      SLACK_SIGNING_SECRET,
      "a\u202Eb",
      "a\tb",
      "a\uFE0F",
      "\u3164",
      "",
      " ",
      "a ",
      folded,
    ]) {
      await ask({ amount: 7, note });
      expect([note.slice(0, 10), buttons()]).toEqual([note.slice(0, 10), ["reject"]]);
      world.slack.messages.length = 0;
      await world.forgetRate();
    }
  });

  test("for a tool, or above a risk, that the administrator did not allow", async () => {
    await connect(people().approver);
    await change({ decides: [{ tool: "pay", maxRisk: 1 }] });
    await ask();
    expect(buttons()).toEqual([]);
    world.slack.messages.length = 0;
    await change({ decides: [{ tool: "fail", maxRisk: 3 }] });
    await ask();
    expect(buttons()).toEqual([]);
  });

  test("in a message about several actions", async () => {
    await connect(people().approver);
    await world.outbox.stop();
    await Promise.all([1, 2].map((amount) => propose(world.gate, "pay", { amount })));
    await world.restart();
    await until(() => world.slack.messages.length === 1);
    expect(buttons()).toEqual([]);
  });

  test("any more for who has approved, while others still may", async () => {
    const approvalRule = { needs: "n_of" as const, n: 2, of: [{ role: "approver" as const }] };
    need(await world.gate.engine.tools.change(people().admin, "pay", { approvalRule, confirm: true }));
    await connect(people().approver);
    await connect(people().other);
    await ask({ amount: 7 }, 2);
    expect(await approve(messageOf(APPROVER))).toBe("Approved.");
    await until(() => world.slack.readText(messageOf(OTHER)).includes("Approved by approver; waiting for more approvals."));
    await world.untilQuiet();
    expect([buttons(), world.slack.buttonsOf(messageOf(OTHER))]).toEqual([[], ["approve", "reject"]]);
  });

  test("in a channel of Slack, whose messages belong to nobody", async () => {
    await expect(world.addSlack(DECIDES)).rejects.toThrow("a message in a channel has no single recipient");
  });

  test("that works in a workspace that is not served any more", async () => {
    await connect(people().approver);
    const id = await ask();
    const { workspaceId } = world.gate.agent;
    await world.presses.leave(workspaceId);
    const sent = world.slack.signedPress({ by: APPROVER, button: "reject", message: messageOf(APPROVER) });
    expect(codeOf(await world.presses.receive({ workspaceId, connectionId: channel }, sent))).toBe("NOT_FOUND");
    expect(await statusOf(id)).toBe("pending");
  });

  test("for a risk above 3, which no setting allows", async () => {
    const settings = settingsWith({ decides: [{ tool: "pay", maxRisk: 4 }] });
    expect(codeOf(await world.running.admin.change(people().admin, channel, { settings, confirm: true }))).toBe(
      "INVALID_INPUT",
    );
  });
});
