import type { TriedTool } from "@countersign/protocol";
import { Group } from "@mantine/core";
import { useState } from "react";
import type { useChange } from "../../../api/use-change.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
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
  const done = propose.data;
  if (done) {
    const id = done.pendingActionId;
    return (
      <Notice tone="info" title={id === null ? "It was sent" : "It was proposed"}>
        {id === null ? (
          "It needed no approval. The audit log tells what became of it."
        ) : (
          <TextLink c="inherit" to="/actions/$id" params={{ id }}>
            Open the action
          </TextLink>
        )}
      </Notice>
    );
  }
  const runs = answer.verdict === "runs";
  return (
    <Group>
      <DecideButton
        armed={armed}
        variant="default"
        blockedBy={agentName === null ? "Choose the agent to propose it as, and look again" : undefined}
        onClick={() => setAsking(true)}
      >
        {runs ? "Run it for real…" : "Propose it for real…"}
      </DecideButton>
      {agentName === null && <span>Choose the agent to propose it as, and look again.</span>}
      {asking && agentName !== null && (
        <ConfirmDialog
          title={runs ? "Run it for real?" : "Propose it for real?"}
          verb={runs ? "Run it" : "Propose it"}
          isSending={propose.isPending}
          error={propose.error}
          onCancel={() => {
            setAsking(false);
            propose.reset();
          }}
          onConfirm={onPropose}
        >
          It goes on record as a call of{" "}
          <b>
            <VisibleText text={agentName} newlines="mark" />
          </b>
          .{" "}
          {runs
            ? "It needs no approval and runs at once."
            : "It waits in the inbox like any other, and runs once a person approved it."}
        </ConfirmDialog>
      )}
    </Group>
  );
}
