import type { Action } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { IconMessage2, IconRotate2 } from "@tabler/icons-react";
import { strings } from "../../../strings/decision.tsx";
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
  const words = strings.stale;
  const { data: target } = useQuery(targetQuery(action.id));
  const known = readTarget(action.preview);
  const left = (target?.conflicts ?? []).map((name) => known?.titleOf(lastOf(name)) ?? name);
  return (
    <Notice tone="caution" title={words.title}>
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
            {words.rebase}
          </DecideButton>
        )}
        <DecideButton
          armed={armed}
          size="compact-sm"
          variant="default"
          leftSection={<IconMessage2 size={15} aria-hidden />}
          onClick={onAskAgain}
        >
          {words.askAgain}
        </DecideButton>
        <p className={classes.meaning}>
          {target?.canRebase ? (
            <>
              {words.rebaseMeaning}
              {left.length > 0 && (
                <>
                  {" "}
                  {words.leavesOut(
                    <strong>
                      <VisibleText text={left.join(", ")} newlines="mark" />
                    </strong>,
                  )}
                </>
              )}
            </>
          ) : (
            target && (target.reason ?? words.cannotRebase)
          )}
        </p>
      </div>
    </Notice>
  );
}
