import type { TriedTool } from "@countersign/protocol";
import { Group } from "@mantine/core";
import { useState } from "react";
import type { useChange } from "../../../api/use-change.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings } from "../../../strings/try-it.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";

interface Props {
  /** The server's answer about this call. */
  answer: TriedTool;
  /** Null if no agent was chosen; the call cannot be proposed then. */
  agentName: string | null;
  propose: ReturnType<typeof useChange<TriedTool>>;
  onPropose: () => void;
}

/** Proposes exactly the previewed call as the chosen agent, and links to the action. */
export function ProposeForReal({ answer, agentName, propose, onPropose }: Props) {
  const [asking, setAsking] = useState(false);
  const armed = useArmed(JSON.stringify(answer));
  const words = strings.forReal;
  const done = propose.data;
  if (done) {
    const id = done.pendingActionId;
    return (
      <Notice tone="info" title={id === null ? words.sent : words.proposed}>
        {id === null ? (
          words.neededNone
        ) : (
          <TextLink c="inherit" to="/actions/$id" params={{ id }}>
            {words.open}
          </TextLink>
        )}
      </Notice>
    );
  }
  const sending = answer.verdict === "runs" ? words.run : words.propose;
  return (
    <Group>
      <DecideButton
        armed={armed}
        variant="default"
        blockedBy={agentName === null ? words.chooseAgent : undefined}
        onClick={() => setAsking(true)}
      >
        {sending.button}
      </DecideButton>
      {agentName === null && <span>{words.chooseAgentSays}</span>}
      {asking && agentName !== null && (
        <ConfirmDialog
          title={sending.title}
          verb={sending.verb}
          isSending={propose.isPending}
          error={propose.error}
          onCancel={() => {
            setAsking(false);
            propose.reset();
          }}
          onConfirm={onPropose}
        >
          {words.onRecord(
            <b>
              <VisibleText text={agentName} newlines="mark" />
            </b>,
          )}{" "}
          {sending.says}
        </ConfirmDialog>
      )}
    </Group>
  );
}
