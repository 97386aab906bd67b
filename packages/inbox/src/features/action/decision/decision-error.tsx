import type { Action } from "@countersign/protocol";
import { strings } from "../../../strings/decision.tsx";
import type { ApiError } from "../../../api/request.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { useSays } from "../../../ui/use-starts-later.ts";

interface Props {
  error: ApiError;
  action: Action;
  /** Status of the action when the person clicked; null if unknown. */
  asked: Action["status"] | null;
}

/** Why a decision was refused, with the action's current status. */
export function DecisionError({ error, action, asked }: Props) {
  const words = strings.refused;
  const { isQuestion } = action;
  const now = error.problem?.current ?? action;
  const [saysNow, says] = [useSays(now), useSays(action)];
  if (error.code === "INVALID_STATE" && now.status !== "pending") {
    return (
      <Notice tone="caution" title={words.decidedBySomeoneElse}>
        {now.resolvedBy && now.resolvedAt
          ? words.decidedBy(<PrincipalName principal={now.resolvedBy} />, <Moment at={now.resolvedAt} />, saysNow, isQuestion)
          : words.standsNow(saysNow, isQuestion)}{" "}
        {words.clickChangedNothing}
      </Notice>
    );
  }
  if (error.code === "DIGEST_MISMATCH") {
    return (
      <Notice tone="caution" title={words.changedWhileReading}>
        {words.readAgain}
      </Notice>
    );
  }
  if (error.code === "NO_ANSWER") {
    return (
      <Notice tone="error" title={words.noAnswer}>
        {asked !== null && action.status !== asked ? words.maybeRecorded(says, isQuestion) : words.notKnownYet}
      </Notice>
    );
  }
  return (
    <Notice tone="error" title={words.nothingDecided}>
      {error.message}
    </Notice>
  );
}
