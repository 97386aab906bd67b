import { refusePlace, type Risk } from "@countersign/protocol";
import { placedOf } from "../../engine/decisions/shown-risk.ts";
import type { ChannelPolicy } from "../../ports/channel.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { DueReceiver } from "../../store/statements/notifications.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import type { ButtonMeaning } from "./button-values.ts";
import { decidersOf } from "./recipients.ts";

interface ButtonFacts {
  receiver: DueReceiver;
  people: readonly NotifiedPerson[];
  policy: ChannelPolicy;
  values: { valueOf(meaning: ButtonMeaning): string };
}

/** Values of the buttons by which the receiver decides on an action; undefined if they do not decide in a message. */
export function buttonsFor(action: NotifiedAction, { receiver, people, policy, values }: ButtonFacts) {
  const { recipient: userId, workspaceId, connectionId } = receiver;
  if (refuseButtons(action, policy) !== undefined) return undefined;
  if (!decidersOf(action, people).some(({ id }) => id === userId)) return undefined;
  const { id: actionId, digest } = action;
  const valueOf = (verdict: ButtonMeaning["verdict"]): string =>
    values.valueOf({ verdict, workspaceId, connectionId, userId, actionId, digest });
  return { approve: valueOf("approve"), reject: valueOf("reject") };
}

/** Why an action is not decided on in this channel's messages; undefined if it may be. */
export function refuseButtons(
  action: Pick<NotifiedAction, "toolName" | "source" | "risk" | "ratedRisk" | "vetted">,
  { decides }: ChannelPolicy,
): string | undefined {
  const allowed = decides.find(({ tool }) => tool === action.toolName);
  const placed = placedOf(action);
  if (!allowed || !placed.vetted || (placed.risk as Risk) > allowed.maxRisk)
    return "Actions like this one cannot be decided in messages. Open it in the inbox.";
  return refusePlace("message", placed);
}
