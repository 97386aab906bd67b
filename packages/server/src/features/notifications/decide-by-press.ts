import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";
import type { ChannelKind, Press } from "../../ports/channel.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Database } from "../../store/database.ts";
import { listNotifiedPeople, type NotifiedPerson } from "../../store/statements/notification-people.ts";
import { hasAsked } from "../../store/statements/notifications.ts";
import { findAction } from "../../store/statements/read-actions.ts";
import type { ButtonMeaning } from "./button-values.ts";
import { refuseButtons } from "./buttons.ts";
import type { PressedChannel } from "./press-listeners.ts";

export interface DecideByPressDeps {
  database: Database;
  engine: Pick<Engine, "decisions">;
  readButton(value: string): ButtonMeaning | undefined;
}

/** Channel of the decision in the audit log. */
const CHANNEL = "message";

/**
 * Decides as the button says, if the person whose message it is pressed it, and the action is what the message showed. Returns
 * what the person is told, privately.
 */
export async function decideByPress(
  deps: DecideByPressDeps,
  channel: ChannelKind & PressedChannel,
  press: Press,
): Promise<string> {
  const { database, engine } = deps;
  const { kysely } = database;
  const { workspaceId, connectionId } = channel;
  const button = deps.readButton(press.value);
  if (!button || button.workspaceId !== workspaceId || button.connectionId !== connectionId) return SAID.foreign;
  const [person] = await listNotifiedPeople(kysely, workspaceId, { userId: button.userId, connectionId });
  if (!person || person.account !== press.account) return SAID.stranger;
  const receiver = { workspaceId, connectionId, recipient: person.id };
  if (!(await hasAsked(kysely, receiver, button.actionId, press.ref))) return SAID.copied;
  const action = await findAction(kysely, workspaceId, button.actionId);
  if (!action) return SAID.gone;
  if (action.status === "pending") {
    // The digest covers what would run, so it stays the same while nothing of that changes.
    if (action.digest !== button.digest) return SAID.changed;
    const refused = refuseButtons(action, channel.policy);
    if (refused !== undefined) return `${refused} ${NOTHING}`;
  }
  const request = { digest: button.digest, channel: CHANNEL };
  const decided = await engine.decisions[button.verdict](principalOf(person, workspaceId), button.actionId, request);
  return decided.ok ? DONE[button.verdict] : saidOf(decided);
}

const NOTHING = "Nothing was decided.";

/** Why a press decides nothing; `docs/notifications.md` lists these sentences. */
export const SAID = {
  foreign: `This button belongs to another server or another channel. ${NOTHING}`,
  stranger: `This message was sent to somebody else, and only they can use its buttons. Open the action in the inbox to decide yourself. ${NOTHING}`,
  copied: `This message is a copy or was sent twice. Open the action in the inbox. ${NOTHING}`,
  gone: `The action no longer exists. ${NOTHING}`,
  changed: `The action has changed since this message. Open it in the inbox to see the current version. ${NOTHING}`,
} as const;

const DONE = { approve: "Approved.", reject: "Rejected." } as const;

function saidOf({ refusal }: Extract<Result<unknown>, { ok: false }>): string {
  return `${refusal.detail ?? "It was refused."} ${NOTHING}`;
}

/** The engine reads the role anew, as for every decision. */
const principalOf = ({ id, name, role }: NotifiedPerson, workspaceId: string): Principal => ({
  kind: "user",
  id,
  name,
  workspaceId,
  role,
  groups: [],
});
