import type { Agent, Group } from "@countersign/protocol";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/groups.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";

interface Props {
  group: Group;
  agents: readonly Agent[];
  onClose: () => void;
}

export function RemoveGroup({ group, agents, onClose }: Props) {
  const remove = useChange(keys.groups, keys.tools, keys.agents);
  const words = strings.remove;
  return (
    <ConfirmDialog
      title={words.title(<VisibleText text={group.name} newlines="mark" />)}
      verb={words.verb}
      isSending={remove.isPending}
      error={remove.error}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate({ method: "DELETE", path: `${pathOf("groups", group.name)}?confirm=true` }, { onSuccess: onClose })
      }
    >
      {words.says(group.tools.length)}{" "}
      {agents.length > 0 &&
        words.agentsLose(agents.length, <VisibleText text={agents.map(({ name }) => name).join(", ")} newlines="mark" />)}
    </ConfirmDialog>
  );
}
