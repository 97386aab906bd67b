import { Kbd, Switch, Table } from "@mantine/core";
import { strings } from "../../strings/keyboard.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useShortcutChoice } from "../../ui/use-shortcuts.ts";

/** All keys, as the dialog lists them. */
const KEYS = [
  { keys: ["j"], does: "openNext" },
  { keys: ["k"], does: "openPrevious" },
  { keys: ["a"], does: "approve" },
  { keys: ["r"], does: "reject" },
  { keys: ["e"], does: "edit" },
  { keys: ["f"], does: "sendBack" },
  { keys: ["x"], does: "select" },
  { keys: ["/"], does: "search" },
  { keys: ["control", "K"], does: "find" },
  { keys: ["?"], does: "showKeys" },
] as const;

/** Lists all keys, with a switch to turn them off. */
export function KeyMapDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useShortcutChoice();
  const words = strings.keyMap;
  return (
    <Dialog onClose={onClose} title={words.title} closesOutside>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.key}</Table.Th>
            <Table.Th scope="col">{words.whatItDoes}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {KEYS.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} size="sm" mr={4}>
                    {key === "control" ? words.control : key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{words.does[does]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label={words.use}
        description={words.useMeaning}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
