import { Modal, Stack } from "@mantine/core";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ClientSetup } from "./client-setup.tsx";
import classes from "../shared/admin.module.css";

/** Shows how a client connects with an existing key. The server cannot show the key again. */
export function ConnectDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
      title={
        <b>
          Connect a client as <VisibleText text={name} newlines="mark" />
        </b>
      }
    >
      <Stack gap="md">
        <p className={classes.says}>
          Put the agent's key where it says <code>csa_…</code>. It was shown once, when it was made; if it is lost, make a new
          one and revoke this.
        </p>
        <ClientSetup agentKey={null} />
      </Stack>
    </Modal>
  );
}
