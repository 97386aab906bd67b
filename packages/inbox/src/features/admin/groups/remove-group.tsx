import type { Agent, Group } from "@countersign/protocol";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { count } from "../../../strings/count.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";

interface Props {
  group: Group;
  agents: readonly Agent[];
  onClose: () => void;
}

export function RemoveGroup({ group, agents, onClose }: Props) {
  const remove = useChange(keys.groups, keys.tools, keys.agents);
  return (
    <ConfirmDialog
      title={
        <>
          Delete the group <VisibleText text={group.name} newlines="mark" />?
        </>
      }
      verb="Delete it"
      isSending={remove.isPending}
      error={remove.error}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate({ method: "DELETE", path: `${pathOf("groups", group.name)}?confirm=true` }, { onSuccess: onClose })
      }
    >
      Its {count(group.tools.length, "tool")} stay, but no agent has them through this group any more, and what the group says
      about their approval is gone.{" "}
      {agents.length > 0 && (
        <>
          {count(agents.length, "agent")} will see fewer tools:{" "}
          <VisibleText text={agents.map(({ name }) => name).join(", ")} newlines="mark" />.
        </>
      )}
    </ConfirmDialog>
  );
}
