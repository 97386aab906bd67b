import { displayText } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { strings } from "../../strings/shell.tsx";
import classes from "./workspace-name.module.css";
import { switchWorkspace, useMe } from "../../api/signed-in.ts";

/** The workspace that this tab shows, for those who belong to several: they switch here. */
export function WorkspaceName() {
  const me = useMe();
  if (!me || me.workspaces.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={strings.workspace}
      value={me.workspaceId}
      data={me.workspaces.map(({ id, name }) => ({ value: id, label: displayText(name) }))}
      onChange={(event) => switchWorkspace(event.currentTarget.value)}
    />
  );
}

/** The first letter of the workspace, for those who belong to several, where there is no room for its name. */
export function WorkspaceMark() {
  const me = useMe();
  const workspace = me?.workspaces.find(({ id }) => id === me.workspaceId);
  if (!me || !workspace || me.workspaces.length < 2) return null;
  const name = displayText(workspace.name);
  return (
    <abbr className={classes.mark} title={strings.workspaceNamed(name)}>
      {[...name.trim()][0]?.toUpperCase()}
    </abbr>
  );
}
