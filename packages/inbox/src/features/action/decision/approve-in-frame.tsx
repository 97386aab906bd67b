import type { Action } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { strings } from "../../../strings/decision.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { inboxPath } from "../../../ui/embedding.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

export function OpenInInbox({ id, children }: { id: string; children: string }) {
  return (
    <Button
      component="a"
      variant="default"
      href={inboxPath("/actions/$id", { id })}
      target="_blank"
      rel="noopener"
      leftSection={<IconExternalLink size={17} aria-hidden />}
    >
      {children}
    </Button>
  );
}

interface Props {
  action: Action;
  armed: boolean;
  isSending: boolean;
  blockedBy: string | undefined;
  onBack: () => void;
  onApprove: () => void;
}

/** Second step of an approval in another site's page: repeats what will run. */
export function ConfirmInFrame({ action, armed, isSending, blockedBy, onBack, onApprove }: Props) {
  return (
    <>
      <p className={classes.stands}>
        {strings.confirm.asks(
          <VisibleText text={action.preview.title} newlines="mark" />,
          <DigestChip digest={action.digest} />,
        )}
      </p>
      <div className={classes.buttons}>
        {/* First, so that the approval is not where the first click was. */}
        <Button variant="default" onClick={onBack}>
          {uiStrings.cancel}
        </Button>
        <DecideButton isApproval armed={armed} color="teal.9" loading={isSending} blockedBy={blockedBy} onClick={onApprove}>
          {strings.confirm.approve}
        </DecideButton>
      </div>
    </>
  );
}
