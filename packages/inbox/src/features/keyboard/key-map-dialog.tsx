import { Kbd, Switch, Table } from "@mantine/core";
import { FINDS } from "./finds.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { useShortcutChoice } from "../../ui/use-shortcuts.ts";

/** All keys, as the dialog lists them. */
const KEYS = [
  { keys: ["j"], does: "Open the next action" },
  { keys: ["k"], does: "Open the one before" },
  {
    keys: ["a"],
    does: "Go to Approve; Enter then presses it. From high risk on it has to be clicked. A question opens its form",
  },
  { keys: ["r"], does: "Reject, with a reason if you like" },
  { keys: ["e"], does: "Edit before approving" },
  { keys: ["f"], does: "Send back with words" },
  { keys: ["x"], does: "Select or deselect the open action" },
  { keys: ["/"], does: "Search" },
  { keys: ["Ctrl", "K"], does: `${FINDS} (Cmd K on a Mac)` },
  { keys: ["?"], does: "Show these keys" },
] as const;

/** Lists all keys, with a switch to turn them off. */
export function KeyMapDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useShortcutChoice();
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" closesOutside>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Key</Table.Th>
            <Table.Th scope="col">What it does</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {KEYS.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} size="sm" mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label="Use keyboard shortcuts"
        description="Not active in text fields or dialogs. Turn off if you use voice control or your own key bindings."
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
