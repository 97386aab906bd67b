import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { displayText } from "@countersign/protocol";
import { membersQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/tools.tsx";
import { teamsIn } from "../shared/teams-in.ts";

interface Props {
  /** Name of the list. */
  label: string;
  /** Each line is `role:admin`, `role:approver`, `team:` and a name, or `user:` and an id. */
  lines: readonly string[];
  fault: string | undefined;
  onChange: (lines: readonly string[]) => void;
}

/** Edits a list of roles, teams and people, one per line. */
export function ApproverLines({ label, lines, fault, onChange }: Props) {
  const members = useQuery(membersQuery).data ?? [];
  const able = members.filter(({ role }) => role !== "viewer");
  const words = strings.approverLines;
  const known = [
    { value: "role:approver", label: words.anybody },
    { value: "role:admin", label: words.administrator },
    ...teamsIn(able).map((team) => ({ value: `team:${team}`, label: words.memberOf(team) })),
    ...able.map(({ userId, name }) => ({ value: `user:${userId}`, label: displayText(name, { newlines: "mark" }) })),
  ];
  const gone = new Set(lines.filter((one) => known.every(({ value }) => one !== value)));
  const options = [
    ...known,
    ...[...gone].map((value) => ({
      value,
      label: value.startsWith("team:")
        ? words.memberOfNone(value.slice(5))
        : strings.approvers.mayNotDecide(displayText(value.slice(5))),
    })),
  ];
  return (
    <Stack gap={6} role="group" aria-label={label}>
      {lines.map((value, at) => (
        // The index is a line's only identity: two lines may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={at} gap={6} wrap="nowrap">
          <NativeSelect
            aria-label={words.line(label, at + 1)}
            style={{ flex: 1 }}
            value={value}
            data={options}
            onChange={({ currentTarget }) => onChange(lines.map((one, n) => (n === at ? currentTarget.value : one)))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.removeLine(label, at + 1)}
            onClick={() => onChange(lines.filter((_, n) => n !== at))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <Group>
        <Button
          type="button"
          variant="default"
          size="xs"
          aria-label={words.addLineTo(label)}
          onClick={() => onChange([...lines, "role:admin"])}
        >
          {words.addLine}
        </Button>
      </Group>
    </Stack>
  );
}
