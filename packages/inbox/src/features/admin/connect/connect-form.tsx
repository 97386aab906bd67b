import { displayText, type AuthorizationRequest, type ConnectionReview, type Risk } from "@countersign/protocol";
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { groupsQuery, toolsQuery } from "../../../api/admin-queries.ts";
import { useMe } from "../../../api/signed-in.ts";
import type { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/connect.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { riskOf, risksOr } from "../agents/risk-choices.ts";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

interface Props {
  asked: AuthorizationRequest;
  review: ConnectionReview;
  answer: ReturnType<typeof useChange<{ redirectTo: string }>>;
  onRefuse: () => void;
}

const FIELDS = ["name", "groups", "maxRisk", "selfConfirmMaxRisk"] as const;

/** What the agent will be called and may call. */
export function ConnectForm({ asked, review: { client, agent }, answer, onRefuse }: Props) {
  const me = useMe()?.principal.name ?? "";
  const [name, setName] = useState(agent?.name ?? strings.nameOf(client.name ?? client.publishedBy ?? strings.agent, me));
  const [groups, setGroups] = useState<readonly string[]>(agent?.groups ?? ["default"]);
  const [maxRisk, setMaxRisk] = useState<Risk | null>(agent?.maxRisk ?? null);
  const [selfConfirmMaxRisk, setSelfConfirmMaxRisk] = useState<Risk | null>(agent?.selfConfirmMaxRisk ?? null);
  const armed = useArmed("connect");
  const connect = useConfirmed(answer, () => undefined);
  const faults = fieldFaults(connect.error?.problem, FIELDS);
  const body = { request: asked, allow: true, name, groups, maxRisk, selfConfirmMaxRisk };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (armed) connect.send({ method: "POST", path: "/api/oauth/answer", body });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={strings.name}
          description={strings.nameSays}
          required
          withAsterisk={false}
          maxLength={200}
          error={faults.get("name")}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <GroupChoice chosen={groups} fault={faults.get("groups")} onChange={setGroups} />
        <NativeSelect
          label={strings.cap}
          description={strings.capSays}
          error={faults.get("maxRisk")}
          value={maxRisk ?? ""}
          data={risksOr(strings.noCap)}
          onChange={({ currentTarget }) => setMaxRisk(riskOf(currentTarget.value))}
        />
        <Notice tone="info" title={strings.actsForYou}>
          {strings.actsForYouSays}
        </Notice>
        <NativeSelect
          label={strings.selfConfirm}
          description={strings.selfConfirmSays}
          error={faults.get("selfConfirmMaxRisk")}
          value={selfConfirmMaxRisk ?? ""}
          data={risksOr(strings.noSelfConfirm)}
          onChange={({ currentTarget }) => setSelfConfirmMaxRisk(riskOf(currentTarget.value))}
        />
        {connect.error && (faults.size === 0 || faults.has("")) && (
          <Notice tone="error" title={strings.failed}>
            {faults.get("") ?? connect.error.message}
          </Notice>
        )}
        <Group>
          <Button type="submit" loading={connect.isSending} aria-disabled={!armed || undefined}>
            {strings.connect}
          </Button>
          <Button variant="default" disabled={connect.isSending} onClick={onRefuse}>
            {strings.refuse}
          </Button>
        </Group>
      </Stack>
      <LoweredDialog change={connect} title={strings.moreRights} verb={strings.connectAnyway} />
    </form>
  );
}

interface GroupChoiceProps {
  chosen: readonly string[];
  fault: string | undefined;
  onChange: (groups: readonly string[]) => void;
}

/** The groups, each with its tools and with those that run without approval. */
function GroupChoice({ chosen, fault, onChange }: GroupChoiceProps) {
  // Those that were chosen first stay first, so that nothing moves when one is ticked.
  const [first] = useState(chosen);
  const all = useQuery(groupsQuery).data ?? [];
  const known = [...all.filter(({ name }) => first.includes(name)), ...all.filter(({ name }) => !first.includes(name))];
  const tools = useQuery(toolsQuery).data ?? [];
  return (
    <div role="group" aria-label={strings.groups}>
      <Text size="sm" fw={600}>
        {strings.groups}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {strings.groupsSay}
      </Text>
      <Stack gap="xs">
        {known.map(({ name, tools: held }) => {
          const asksNobody = held.filter(
            (one) => (one.approval ?? tools.find((tool) => tool.name === one.name)?.approval) === "never",
          );
          return (
            <Checkbox
              key={name}
              label={strings.group(displayText(name, { newlines: "mark" }), held.length)}
              description={
                <>
                  {held.length === 0 ? strings.noTools : listed(held)}
                  {asksNobody.length > 0 && (
                    <>
                      <br />
                      {strings.withoutApproval(<b>{listed(asksNobody)}</b>)}
                    </>
                  )}
                </>
              }
              checked={chosen.includes(name)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
          );
        })}
      </Stack>
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {fault}
        </Text>
      )}
    </div>
  );
}

const MAX_NAMED = 12;

function listed(tools: readonly { name: string }[]): string {
  const names = tools.slice(0, MAX_NAMED).map(({ name }) => name);
  const left = tools.length - names.length;
  return [...names, ...(left > 0 ? [strings.more(left)] : [])].join(", ");
}
