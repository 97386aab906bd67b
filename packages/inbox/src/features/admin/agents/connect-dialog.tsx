import { Stack } from "@mantine/core";
import { strings } from "../../../strings/agents.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ClientSetup } from "./client-setup.tsx";
import classes from "../shared/admin.module.css";

/** Shows how a client connects with an existing key. The server cannot show the key again. */
export function ConnectDialog({ agent, onClose }: { agent: { id: string; name: string }; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={strings.connect.title(<VisibleText text={agent.name} newlines="mark" />)}
      closesOutside
    >
      <Stack gap="md">
        <p className={classes.says}>{strings.connect.says}</p>
        <ClientSetup agentId={agent.id} isNew={false} agentKey={null} />
      </Stack>
    </Dialog>
  );
}
