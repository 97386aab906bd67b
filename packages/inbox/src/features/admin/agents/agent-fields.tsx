import { displayText, RISKS, type Risk } from "@countersign/protocol";
import { Checkbox, NativeSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { groupsQuery, membersQuery } from "../../../api/admin-queries.ts";

export interface AgentDraft {
  name: string;
  groups: readonly string[];
  inClient: boolean;
  maxRisk: Risk | null;
  actsFor: string | null;
  privateSessions: boolean;
}

export const AGENT_FIELDS: readonly (keyof AgentDraft)[] = [
  "name",
  "groups",
  "inClient",
  "maxRisk",
  "actsFor",
  "privateSessions",
];

interface Props {
  draft: AgentDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<AgentDraft>) => void;
}

export function AgentFields({ draft, faults, onChange }: Props) {
  const members = useQuery(membersQuery).data ?? [];
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="Shown on everything it proposes"
        placeholder="Support agent"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={200}
        error={faults.get("name")}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <GroupChoice draft={draft} faults={faults} onChange={onChange} />
      <NativeSelect
        label="Cap"
        description="Hides and blocks tools above this risk"
        error={faults.get("maxRisk")}
        value={draft.maxRisk === null ? "" : String(draft.maxRisk)}
        data={[
          { value: "", label: "No limit" },
          ...RISKS.map((risk) => ({ value: String(risk), label: `Up to risk ${risk}` })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ maxRisk: currentTarget.value === "" ? null : (Number(currentTarget.value) as Risk) })
        }
      />
      <NativeSelect
        label="Acts for"
        description="This person cannot approve this agent's proposals"
        error={faults.get("actsFor")}
        value={draft.actsFor ?? ""}
        data={[
          { value: "", label: "Nobody in particular" },
          ...members.map(({ userId, name }) => ({ value: userId, label: displayText(name, { newlines: "mark" }) })),
          ...(draft.actsFor !== null && members.every(({ userId }) => userId !== draft.actsFor)
            ? [{ value: draft.actsFor, label: "Somebody who is gone" }]
            : []),
        ]}
        onChange={({ currentTarget }) => onChange({ actsFor: currentTarget.value === "" ? null : currentTarget.value })}
      />
      <Switch
        label="Its sessions are private"
        description="Only the owner and admins can read its sessions. Pending actions still appear in approvers' queues."
        error={faults.get("privateSessions")}
        checked={draft.privateSessions}
        onChange={({ currentTarget }) => onChange({ privateSessions: currentTarget.checked })}
      />
      <Switch
        label="Allow approval in the agent's client"
        description="Off unless you turn it on: whoever has the key could open a client and answer its own question. Tools of high risk ask signed-in people all the same."
        error={faults.get("inClient")}
        checked={draft.inClient}
        onChange={({ currentTarget }) => onChange({ inClient: currentTarget.checked })}
      />
    </Stack>
  );
}

function GroupChoice({ draft, faults, onChange }: Props) {
  const known = useQuery(groupsQuery).data ?? [];
  const names = [...new Set([...known.map(({ name }) => name), ...draft.groups])].sort();
  return (
    <div role="group" aria-label="Groups">
      <Text size="sm" fw={600}>
        Groups
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        It sees the tools of these groups.
      </Text>
      <Stack gap={6}>
        {names.map((name) => {
          const size = known.find((group) => group.name === name)?.tools.length;
          return (
            <Checkbox
              key={name}
              label={`${displayText(name, { newlines: "mark" })}${size === undefined ? "" : `, ${size} tools`}`}
              checked={draft.groups.includes(name)}
              onChange={({ currentTarget }) =>
                onChange({
                  groups: currentTarget.checked ? [...draft.groups, name] : draft.groups.filter((one) => one !== name),
                })
              }
            />
          );
        })}
      </Stack>
      {faults.has("groups") && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {faults.get("groups")}
        </Text>
      )}
    </div>
  );
}
