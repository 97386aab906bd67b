import { Stack } from "@mantine/core";
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
      title={
        <>
          Connect a client as <VisibleText text={agent.name} newlines="mark" />
        </>
      }
      closesOutside
    >
      <Stack gap="md">
        <p className={classes.says}>
          Put the agent's key where it says <code>csa_…</code>. It was shown once, when it was made; if it is lost, make a new
          one and revoke this.
        </p>
        <ClientSetup agentId={agent.id} isNew={false} agentKey={null} />
      </Stack>
    </Dialog>
  );
}
