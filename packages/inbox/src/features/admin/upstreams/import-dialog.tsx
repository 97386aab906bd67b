import { Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { commandLineQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/upstreams.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CopyTabs } from "../shared/copy-tabs.tsx";
import { CLIENT_FILES, importCommandOf } from "./import-command.ts";
import { ImportForm } from "./import-form.tsx";
import classes from "../shared/admin.module.css";

/** Puts the servers that a client has already behind the gate: here where the server allows it, else by a command. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = strings.importDialog;
  const { data: commandLine, isPending } = useQuery(commandLineQuery);
  return (
    <Dialog onClose={onClose} size="lg" title={words.title} closesOutside={!commandLine?.importsHere}>
      {!isPending && commandLine?.importsHere && (
        <Tabs defaultValue="paste">
          <Tabs.List>
            <Tabs.Tab value="paste">{words.byPasting}</Tabs.Tab>
            <Tabs.Tab value="command">{words.byCommand}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="paste" className={classes.panel}>
            <ImportForm onClose={onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="command" className={classes.panel}>
            <Commands commandLine={commandLine.importCommand} says={words.commandSays} />
          </Tabs.Panel>
        </Tabs>
      )}
      {!isPending && !commandLine?.importsHere && (
        <Commands commandLine={commandLine?.importCommand} says={`${words.commandSays} ${words.notHere}`} />
      )}
    </Dialog>
  );
}

function Commands({ commandLine, says }: { commandLine: readonly string[] | null | undefined; says: string }) {
  const words = strings.importDialog;
  return (
    <Stack gap="md">
      <p className={classes.says}>{says}</p>
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
  );
}
