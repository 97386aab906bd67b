import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { commandLineQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/upstreams.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CopyTabs } from "../shared/copy-tabs.tsx";
import { CLIENT_FILES, importCommandOf } from "./import-command.ts";
import classes from "../shared/admin.module.css";

/** Says how the servers that a client has already come behind the gate. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = strings.importDialog;
  const commandLine = useQuery(commandLineQuery).data?.importCommand;
  return (
    <Dialog onClose={onClose} size="lg" title={words.title} closesOutside>
      <Stack gap="md">
        <p className={classes.says}>{words.says}</p>
        <CopyTabs
          tabs={CLIENT_FILES.map(({ id, file }) => ({
            id,
            name: words.clients[id].name,
            where: (
              <>
                <code>{file}</code>: {words.clients[id].where}
              </>
            ),
            text: importCommandOf(commandLine, file),
            label: words.command(words.clients[id].name),
          }))}
        />
      </Stack>
    </Dialog>
  );
}
