import type { Action } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { IconMessage2, IconRotate2 } from "@tabler/icons-react";
import { targetQuery } from "../../../api/action-queries.ts";
import { readTarget } from "../../../ui/change-renderer.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

interface Props {
  action: Action;
  armed: boolean;
  isSending: boolean;
  onRebase: () => void;
  onAskAgain: () => void;
}

/** Field name of a conflict, which the server names by field or by JSON pointer. */
const lastOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** Options after the target changed: rebase the call, if the tool can, or send it back to the agent. */
export function StaleExits({ action, armed, isSending, onRebase, onAskAgain }: Props) {
  const { data: target } = useQuery(targetQuery(action.id));
  const known = readTarget(action.preview);
  const left = (target?.conflicts ?? []).map((name) => known?.titleOf(lastOf(name)) ?? name);
  return (
    <Notice tone="caution" title="Target changed: cannot be approved">
      <div className={classes.buttons}>
        {target?.canRebase && (
          <DecideButton
            armed={armed}
            size="compact-sm"
            color="indigo"
            loading={isSending}
            leftSection={<IconRotate2 size={15} aria-hidden />}
            onClick={onRebase}
          >
            Rebase on what is there now
          </DecideButton>
        )}
        <DecideButton
          armed={armed}
          size="compact-sm"
          variant="default"
          leftSection={<IconMessage2 size={15} aria-hidden />}
          onClick={onAskAgain}
        >
          Ask the agent again…
        </DecideButton>
        <p className={classes.meaning}>
          {target?.canRebase ? (
            <>
              A rebase makes a new proposal of the same call; you still have to approve that one.
              {left.length > 0 && (
                <>
                  {" "}
                  It leaves out what somebody else changed, too:{" "}
                  <strong>
                    <VisibleText text={left.join(", ")} newlines="mark" />
                  </strong>
                  .
                </>
              )}
            </>
          ) : (
            target && (target.reason ?? "The same call cannot be made of what is there now.")
          )}
        </p>
      </div>
    </Notice>
  );
}
