import { randomUUID } from "node:crypto";
import type { ButtonMeaning } from "../src/features/notifications/button-values.ts";
import type { FakeSlack, SlackPress } from "../test/connectors/fakes/slack.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import type { OutboxProcesses } from "./outbox-processes.ts";
import {
  accountOf,
  isEditedFirst,
  isToldAmongOthers,
  messagesAbout,
  PRESSED_WORKSPACE,
  toolOf,
  type ShownMessage,
} from "./outbox-slack.ts";
import { again, inParallel, mustBe, pause, within } from "./pacing.ts";

type Verdict = SlackPress["button"];

/** A button that was pressed, and whether it may decide. */
export interface PressedButton extends ButtonMeaning {
  mayDecide: boolean;
}

/** What the run pressed, and what it saw of it. */
export interface PressLedger {
  pressed: PressedButton[];
  /** Requests with presses that processes took. */
  taken: number;
  /** Requests that Slack did not sign, or signed long ago, which processes took nevertheless. */
  forgedTaken: number;
  /** Actions told of in a message about several, which has no buttons: an earlier message had still been under way. */
  withoutButtons: number;
  /** Actions about which no message came, and presses that were never answered; with what the person was told. */
  unanswered: string[];
}

const ACTIONS_AT_ONCE = 24;
/** For a message to arrive, and for a press to be answered; a killed process holds the lease of a message for 5 s. */
const LIMIT_MS = 120_000;
/** How long a person waits for an answer before pressing again. */
const PATIENCE_MS = 2000;
/** Requests for each press to each of two processes, at the same time. */
const REPEATS = 2;
const TOO_OLD_MS = 301_000;
/** Answers to who pressed: that the action is decided, by this press or a former one, and that the press decided nothing. */
const [DECIDED, UNDECIDED] = [/^(Approved|Rejected)\.$|already (approved|rejected)/, /Nothing was decided\.$/];

interface Pressing {
  parts: OutboxParts;
  slack: FakeSlack;
  processes: Pick<OutboxProcesses, "urls">;
  connectionId: string;
}

/**
 * Simulates people who decide on actions by the buttons of their messages. Each press is sent several times, beside other presses
 * that must decide nothing.
 */
export function createPressers({ parts, slack, processes, connectionId }: Pressing) {
  const people = slack.people.length;
  const path = `/api/notification-presses/${PRESSED_WORKSPACE}/${connectionId}`;
  const ledger: PressLedger = { pressed: [], taken: 0, forgedTaken: 0, withoutButtons: 0, unanswered: [] };
  /** Opposite buttons of actions that are decided. */
  const decided: SlackPress[] = [];

  /** Posts to two of the processes at the same time, several times to each. Returns how many of the requests were taken. */
  async function post(sent: { headers: Headers; body: string }): Promise<number> {
    const [first, second] = processes.urls().toSorted(() => Math.random() - 0.5);
    const urls = [first, second].flatMap((url) => (url === undefined ? [] : Array.from({ length: REPEATS }, () => url)));
    const request = { method: "POST", ...sent, signal: AbortSignal.timeout(10_000) };
    const statuses = await Promise.all(
      urls.map((url) =>
        fetch(`${url}${path}`, request).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
    return statuses.filter((status) => status === 200).length;
  }

  async function press(pressed: SlackPress, mayDecide: boolean): Promise<void> {
    const meaning = parts.buttons.read(pressed.value ?? "");
    if (!meaning) throw new Error("a button's value was not made by this server");
    ledger.pressed.push({ ...meaning, mayDecide });
    const taken = await post(slack.signedPress(pressed));
    ledger.taken += taken;
  }

  /** Presses buttons of an action again and again, until the person has an answer and it is decided. False if that never was. */
  async function pressUntilAnswered(
    { n, actionId }: { n: number; actionId: string },
    buttons: (attempt: number) => readonly SlackPress[],
    mayDecide: boolean,
  ): Promise<boolean> {
    const from = slack.ephemerals.length;
    const ends = mayDecide ? DECIDED : UNDECIDED;
    const isAnswered = async (): Promise<boolean> => {
      if (!slack.ephemerals.slice(from).some(({ user, text }) => user === accountOf(n) && ends.test(text))) return false;
      const action = await again(() => parts.engine.actions.get(parts.admin(PRESSED_WORKSPACE), actionId));
      return mustBe(action).status !== "pending";
    };
    const end = performance.now() + LIMIT_MS;
    for (let attempt = 0; performance.now() < end; attempt += 1) {
      await Promise.all(buttons(attempt).map((pressed) => press(pressed, mayDecide)));
      if (await within(PATIENCE_MS, isAnswered)) return true;
    }
    return false;
  }

  /** Presses that decide nothing: forged, of somebody else, of another message. */
  async function pressWrongly(n: number, { message, values }: ShownMessage, button: Verdict): Promise<void> {
    const right: SlackPress = { by: accountOf(n), button, message, value: values[button] };
    const other = slack.messages[Math.floor(Math.random() * slack.messages.length)];
    const at = other && other.ts !== message.ts ? other : { channel: message.channel, ts: "1.000100" };
    const forged = slack.signedPress(right);
    forged.headers.set("x-slack-signature", `v0=${"0".repeat(64)}`);
    await Promise.all([
      press({ ...right, by: accountOf((n + 1) % people) }, false),
      press({ ...right, at: { channel: at.channel, ts: at.ts } }, false),
      ...[forged, slack.signedPress(right, new Date(Date.now() - TOO_OLD_MS))].map(async (sent) => {
        const taken = await post(sent);
        ledger.forgedTaken += taken;
      }),
    ]);
    await pause(500);
  }

  /**
   * Approves with edits in the inbox, as the first of two approvals, presses a button of the former version, and waits for the
   * message to show the new one. Returns the former digest.
   */
  async function editFirst(n: number, actionId: string, before: ShownMessage, button: Verdict): Promise<string> {
    const digest = digestOf(before);
    const request = { digest, userEdits: { note: "edited" }, channel: "inbox" };
    await again(() => parts.engine.decisions.approve(parts.admin(PRESSED_WORKSPACE), actionId, request));
    await press({ by: accountOf(n), button, message: before.message, value: before.values[button] }, false);
    await within(LIMIT_MS, () => messagesAbout(slack, n, actionId).some((shown) => digestOf(shown) !== digest));
    return digest;
  }

  const digestOf = ({ values }: ShownMessage): string => parts.buttons.read(values.approve)?.digest ?? "";

  async function propose(n: number, turn: number): Promise<string> {
    const proposal = { toolName: toolOf(n), toolInput: { turn, note: "as proposed" }, idempotencyKey: randomUUID() };
    const outcome = await again(() => parts.engine.proposals.propose(parts.agent(PRESSED_WORKSPACE), proposal));
    return mustBe(outcome).pendingActionId!;
  }

  const rejectInInbox = (actionId: string): Promise<unknown> =>
    again(() => parts.engine.decisions.reject(parts.admin(PRESSED_WORKSPACE), actionId, { channel: "inbox" }));

  function giveUp(n: number, turn: number, why: string): void {
    const told = slack.ephemerals.filter(({ user }) => user === accountOf(n)).map(({ text }) => text);
    ledger.unanswered.push(`person ${n}, action ${turn}, ${why}; told: ${told.slice(-3).join(" | ")}`);
  }

  /** One action, from its proposal until the person is told how it ended; `turn` chooses what happens beside it. */
  async function decideOne(n: number, turn: number): Promise<void> {
    const actionId = await propose(n, turn);
    const seen = new Map<string, ShownMessage>();
    let shown: ShownMessage[] = [];
    let outdated = "";
    /** A message whose buttons are gone stays as it was last seen: somebody's screen may still show them. */
    const look = (): boolean => {
      for (const one of messagesAbout(slack, n, actionId)) seen.set(one.message.ts, one);
      const current = [...seen.values()].filter((one) => digestOf(one) !== outdated);
      if (current.length > 0) shown = current;
      return shown.length > 0;
    };
    const isTold = (): boolean => look() || isToldAmongOthers(slack, n, actionId);
    if (!(await within(LIMIT_MS, isTold))) return giveUp(n, turn, "no message");
    if (shown.length === 0) {
      ledger.withoutButtons += 1;
      await rejectInInbox(actionId);
      return;
    }
    const kind = isEditedFirst(n) ? "edited" : KINDS[(n + turn) % KINDS.length];
    const [button, opposite]: Verdict[] = turn % 2 === 0 ? ["approve", "reject"] : ["reject", "approve"];
    if (kind === "edited") outdated = await editFirst(n, actionId, shown[0]!, opposite!);
    if (kind === "elsewhere") await rejectInInbox(actionId);
    if (kind === "wrongly") await pressWrongly(n, shown[0]!, opposite!);
    const buttonOf = (verdict: Verdict, attempt = 0): SlackPress => {
      look();
      // The sender knows one of several copies, and the others decide nothing.
      const { message, values } = shown.at(-1 - (attempt % shown.length))!;
      return { by: accountOf(n), button: verdict, message, value: values[verdict] };
    };
    const pressed = kind === "both" ? [button!, opposite!] : [button!];
    const isAnswered = await pressUntilAnswered(
      { n, actionId },
      (attempt) => pressed.map((verdict) => buttonOf(verdict, attempt)),
      kind !== "elsewhere",
    );
    if (isAnswered) await press(buttonOf(opposite!), false);
    else giveUp(n, turn, kind ?? "");
    decided.push(buttonOf(opposite!));
  }

  return {
    ledger,
    /** Each person decides on this many actions, one after the other. */
    async decideAll(turns: number): Promise<void> {
      let next = 0;
      await inParallel(people, ACTIONS_AT_ONCE, async () => {
        const n = next++;
        for (let turn = 0; turn < turns; turn += 1) await decideOne(n, turn);
      });
    },
    /** Presses buttons of actions that are decided. */
    pressLate: (): Promise<unknown> => Promise.all(decided.slice(-10).map((pressed) => press(pressed, false))),
  };
}

/** What happens to an action beside the press. `both`: both buttons at the same time; `elsewhere`: decided in the inbox before. */
const KINDS = ["alone", "elsewhere", "wrongly", "both", "alone"] as const;
