import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { commandLineQuery } from "../../../api/admin-queries.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { CopyTabs } from "../shared/copy-tabs.tsx";
import { CLIENT_FILES, importCommandOf } from "./import-command.ts";
import classes from "../shared/admin.module.css";

/** Says how the servers that a client has already come behind the gate. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = useQuery(commandLineQuery).data?.importCommand;
  return (
    <Dialog onClose={onClose} size="lg" title="Import from a client" closesOutside>
      <Stack gap="md">
        <p className={classes.says}>
          Run this on the server's machine. It lists the MCP servers of the client, asks, puts them behind the gate and
          Countersign into the client's settings. They appear here within seconds. A page cannot do it, because whoever could
          name a command here could run anything.
        </p>
        <CopyTabs
          tabs={CLIENT_FILES.map(({ id, name, file, where }) => ({
            id,
            name,
            where: (
              <>
                <code>{file}</code>: {where}
              </>
            ),
            text: importCommandOf(words, file),
            label: `Command for ${name}`,
          }))}
        />
      </Stack>
    </Dialog>
  );
}
