import { displayText, type Risk } from "@countersign/protocol";
import { Checkbox, NativeSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { groupsQuery, membersQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/agents.tsx";
import { riskOf, risksOr } from "./risk-choices.ts";

export interface AgentDraft {
  name: string;
  groups: readonly string[];
  inClient: boolean;
  maxRisk: Risk | null;
  actsFor: string | null;
  /** It signs in by OAuth, so it always acts for the person who connected it. */
  isConnected: boolean;
  selfConfirmMaxRisk: Risk | null;
  privateSessions: boolean;
}

export const AGENT_FIELDS: readonly (keyof AgentDraft)[] = [
  "name",
  "groups",
  "inClient",
  "maxRisk",
  "actsFor",
  "selfConfirmMaxRisk",
  "privateSessions",
];

interface Props {
  draft: AgentDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<AgentDraft>) => void;
}

export function AgentFields({ draft, faults, onChange }: Props) {
  const members = useQuery(membersQuery).data ?? [];
  const words = strings.fields;
  return (
    <Stack gap="md">
      <TextInput
        label={words.name}
        description={words.nameSays}
        placeholder={words.namePlaceholder}
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
        label={words.cap}
        description={words.capSays}
        error={faults.get("maxRisk")}
        value={draft.maxRisk ?? ""}
        data={risksOr(words.noCap)}
        onChange={({ currentTarget }) => onChange({ maxRisk: riskOf(currentTarget.value) })}
      />
      <NativeSelect
        label={words.actsFor}
        description={words.actsForSays}
        error={faults.get("actsFor")}
        disabled={draft.isConnected}
        value={draft.actsFor ?? ""}
        data={[
          { value: "", label: words.nobody },
          ...members.map(({ userId, name }) => ({ value: userId, label: displayText(name, { newlines: "mark" }) })),
          ...(draft.actsFor !== null && members.every(({ userId }) => userId !== draft.actsFor)
            ? [{ value: draft.actsFor, label: words.personGone }]
            : []),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ actsFor: currentTarget.value === "" ? null : currentTarget.value, selfConfirmMaxRisk: null })
        }
      />
      {draft.actsFor !== null && (
        <NativeSelect
          label={words.selfConfirm}
          description={words.selfConfirmSays}
          error={faults.get("selfConfirmMaxRisk")}
          value={draft.selfConfirmMaxRisk ?? ""}
          data={risksOr(words.noSelfConfirm)}
          onChange={({ currentTarget }) => onChange({ selfConfirmMaxRisk: riskOf(currentTarget.value) })}
        />
      )}
      <Switch
        label={words.privateSessions}
        description={words.privateSessionsSay}
        error={faults.get("privateSessions")}
        checked={draft.privateSessions}
        onChange={({ currentTarget }) => onChange({ privateSessions: currentTarget.checked })}
      />
      <Switch
        label={words.inClient}
        description={words.inClientSays}
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
    <div role="group" aria-label={strings.fields.groups}>
      <Text size="sm" fw={600}>
        {strings.fields.groups}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {strings.fields.groupsSay}
      </Text>
      <Stack gap={6}>
        {names.map((name) => {
          const size = known.find((group) => group.name === name)?.tools.length;
          return (
            <Checkbox
              key={name}
              label={strings.fields.group(displayText(name, { newlines: "mark" }), size)}
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
