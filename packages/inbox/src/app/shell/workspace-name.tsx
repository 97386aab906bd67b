import { displayText } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { switchWorkspace, useMe } from "../../api/signed-in.ts";

/** The workspace that this tab shows, for those who belong to several: they switch here. */
export function WorkspaceName() {
  const me = useMe();
  if (!me || me.workspaces.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label="Workspace"
      value={me.workspaceId}
      data={me.workspaces.map(({ id, name }) => ({ value: id, label: displayText(name) }))}
      onChange={(event) => switchWorkspace(event.currentTarget.value)}
    />
  );
}
