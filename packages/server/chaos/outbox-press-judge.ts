import { sql } from "kysely";
import type { Database } from "../src/store/database.ts";
import type { FakeSlack } from "../test/connectors/fakes/slack.ts";
import type { PressedButton, PressLedger } from "./outbox-pressers.ts";
import { accountOf, personOf, PRESSED_WORKSPACE } from "./outbox-slack.ts";

/** A decision by message, from the audit log. */
interface Decision {
  actionId: string;
  userId: string;
  verdict: PressedButton["verdict"];
  digest: string;
}

const VERDICTS: Readonly<Record<string, Decision["verdict"]>> = {
  "action.approved": "approve",
  "action.vote": "approve",
  "action.rejected": "reject",
};

/** Compares the decisions by message in the audit log with what was pressed and with what people were told. */
export async function judgePresses({ kysely }: Database, ledger: PressLedger, slack: FakeSlack) {
  const { pressed, forgedTaken, unanswered, withoutButtons } = ledger;
  const decisions = await readDecisions(kysely);
  const counts = new Map<string, number>();
  for (const { actionId } of decisions) counts.set(actionId, (counts.get(actionId) ?? 0) + 1);
  const rightly = new Set(pressed.filter(({ mayDecide }) => mayDecide).map(({ actionId }) => actionId));
  const isPressed = (decision: Decision, mayDecide: boolean): boolean =>
    pressed.some(
      (button) =>
        button.mayDecide === mayDecide &&
        button.actionId === decision.actionId &&
        button.userId === decision.userId &&
        button.verdict === decision.verdict &&
        button.digest === decision.digest,
    );
  const wrong = decisions.filter((decision) => !isPressed(decision, true));
  const unpressed = wrong.filter(({ actionId }) => pressed.every((button) => button.actionId !== actionId));
  for (const one of unanswered.slice(0, 3)) console.log(`      unanswered: ${one}`);
  const unfit = wrong.filter((decision) => isPressed(decision, false));
  const checks = {
    "actions decided more than once by message": [...counts.values()].filter((count) => count > 1).length,
    "decisions by message that nobody pressed": unpressed.length,
    "presses that decided though forged, foreign, outdated or late": unfit.length + forgedTaken,
    "decisions by message that are not the pressed button's": wrong.length - unpressed.length - unfit.length,
    "people told of a decision that they did not take": toldInVain(decisions, slack),
    "pressed actions that were not decided": [...rightly].filter((actionId) => !counts.has(actionId)).length,
    "presses never answered, although repeated": unanswered.length,
    "messages without buttons, beyond one for ten decisions": Math.max(0, withoutButtons - Math.ceil(decisions.length / 10)),
  };
  return { decisions: decisions.length, checks };
}

async function readDecisions(kysely: Database["kysely"]): Promise<Decision[]> {
  const { rows } = await sql<{ kind: string; actionId: string; userId: string; digest: string }>`
    select kind, action_id as "actionId", actor_id as "userId", data::jsonb ->> 'digest' as digest from audit_event
    where workspace_id = ${PRESSED_WORKSPACE} and data::jsonb ->> 'channel' = 'message'`.execute(kysely);
  return rows.map(({ kind, ...row }) => ({ ...row, verdict: VERDICTS[kind]! }));
}

/** Answers that say "Approved." or "Rejected." beyond the person's decisions. */
function toldInVain(decisions: readonly Decision[], { ephemerals, people }: FakeSlack): number {
  return people
    .flatMap((_, n) => (["approve", "reject"] as const).map((verdict) => ({ n, verdict })))
    .map(({ n, verdict }) => {
      const word = verdict === "approve" ? "Approved." : "Rejected.";
      const told = ephemerals.filter(({ user, text }) => user === accountOf(n) && text === word).length;
      return told - decisions.filter((one) => one.userId === personOf(n) && one.verdict === verdict).length;
    })
    .filter((excess) => excess > 0).length;
}
