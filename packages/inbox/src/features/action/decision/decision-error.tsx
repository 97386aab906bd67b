import type { Action } from "@countersign/protocol";
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
  const now = error.problem?.current ?? action;
  const [saysNow, says] = [useSays(now), useSays(action)];
  if (error.code === "INVALID_STATE" && now.status !== "pending") {
    return (
      <Notice tone="caution" title="Already decided by someone else">
        {now.resolvedBy && now.resolvedAt ? (
          <>
            <PrincipalName principal={now.resolvedBy} /> decided <Moment at={now.resolvedAt} />: it {saysNow}.
          </>
        ) : (
          <>It {saysNow}.</>
        )}{" "}
        Your click changed nothing.
      </Notice>
    );
  }
  if (error.code === "DIGEST_MISMATCH") {
    return (
      <Notice tone="caution" title="It changed while you were reading">
        Nothing was decided. The page now shows what would run; read it again.
      </Notice>
    );
  }
  if (error.code === "NO_ANSWER") {
    return (
      <Notice tone="error" title="The server did not answer">
        {asked !== null && action.status !== asked
          ? `Your click may have been recorded: it ${says}.`
          : "It is not known yet whether your click was recorded. The page shows it as soon as the server answers; a second click is safe."}
      </Notice>
    );
  }
  return (
    <Notice tone="error" title="Nothing was decided">
      {error.message}
    </Notice>
  );
}
