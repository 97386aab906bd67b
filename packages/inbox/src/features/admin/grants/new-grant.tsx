import { displayText, NEVER_GRANTED_RISK, type Agent, type Grant, type GrantPreview, type Tool } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery, toolsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { strings } from "../../../strings/grants.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { ConditionField } from "../condition/condition-field.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { PreviewView } from "./preview-view.tsx";

const FIELDS = ["toolName", "agentId", "allowWhen", "maxUses", "expiresInSeconds", "note"] as const;
const DAY = 86_400;
const LASTS_DAYS = [1, 7, 30, 90];
const NEW = { toolName: "", agentId: "", allowWhen: "", maxUses: "20", expiresInSeconds: String(7 * DAY), note: "" };

/** Writes a grant after a confirmation of its own; shows on request which past calls it would have let pass. */
export function NewGrant({ onClose }: { onClose: () => void }) {
  const words = strings.write;
  const tools = useQuery(toolsQuery).data ?? [];
  const agents = useQuery(agentsQuery).data ?? [];
  const [draft, setDraft] = useState(NEW);
  const look = useChange<GrantPreview>();
  const write = useConfirmed(useChange<Grant>(keys.grants), onClose);
  const set = (part: Partial<typeof NEW>): void => {
    setDraft({ ...draft, ...part });
    look.reset();
  };
  const faults = fieldFaults((write.error ?? look.error)?.problem, FIELDS);
  const error = write.error ?? look.error;
  const { toolName, agentId, allowWhen, maxUses, expiresInSeconds, note } = draft;
  const call = { toolName, agentId, allowWhen };
  const isWhole = toolName !== "" && agentId !== "" && allowWhen.trim() !== "";
  return (
    <>
      <Dialog size="lg" onClose={onClose} title={words.title}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const body = {
              ...call,
              maxUses: Number(maxUses),
              expiresInSeconds: Number(expiresInSeconds),
              ...(note && { note }),
            };
            write.send({ method: "POST", path: "/api/grants", body });
          }}
        >
          <Stack gap="md">
            <GrantFields tools={tools} agents={agents} draft={draft} faults={faults} onChange={set} />
            {look.data && <PreviewView preview={look.data} />}
            {error && (faults.size === 0 || faults.has("")) && (
              <Notice tone="error" title={words.nothingWritten}>
                {faults.get("") ?? error.message}
              </Notice>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {uiStrings.cancel}
              </Button>
              <Button
                variant="default"
                disabled={!isWhole}
                loading={look.isPending}
                onClick={() => look.mutate({ method: "POST", path: "/api/grants/preview", body: call })}
              >
                {words.showPassed}
              </Button>
              <Button type="submit" disabled={!isWhole} loading={write.isSending}>
                {words.verb}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      <LoweredDialog change={write} title={words.confirmTitle} verb={words.confirmVerb} />
    </>
  );
}

interface FieldsProps {
  tools: readonly Tool[];
  agents: readonly Agent[];
  draft: typeof NEW;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<typeof NEW>) => void;
}

function GrantFields({ tools, agents, draft, faults, onChange }: FieldsProps) {
  const { toolName, agentId, allowWhen, maxUses, expiresInSeconds, note } = draft;
  const words = strings.write;
  return (
    <>
      <NativeSelect
        label={words.tool}
        description={words.toolSays(NEVER_GRANTED_RISK)}
        error={faults.get("toolName")}
        value={toolName}
        data={[
          { value: "", label: words.chooseOne },
          ...tools
            .filter(({ risk, approval }) => risk < NEVER_GRANTED_RISK && approval !== "never")
            .map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ toolName: currentTarget.value })}
      />
      <NativeSelect
        label={words.agent}
        error={faults.get("agentId")}
        value={agentId}
        data={[
          { value: "", label: words.chooseOne },
          ...agents
            .filter(({ revokedAt }) => revokedAt === null)
            .map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) })),
        ]}
        onChange={({ currentTarget }) => onChange({ agentId: currentTarget.value })}
      />
      <ConditionField
        label={words.when}
        letsPass
        inputSchema={tools.find(({ name }) => name === toolName)?.inputSchema}
        description={words.expression(<code>{"args.amount <= 20.0"}</code>)}
        error={faults.get("allowWhen")}
        value={allowWhen}
        onChange={(allowWhen) => onChange({ allowWhen })}
      />
      <Group grow align="flex-start">
        <TextInput
          label={words.times}
          description={words.timesSays}
          inputMode="numeric"
          error={faults.get("maxUses")}
          value={maxUses}
          onChange={({ currentTarget }) => onChange({ maxUses: currentTarget.value })}
        />
        <NativeSelect
          label={words.expiresAfter}
          error={faults.get("expiresInSeconds")}
          value={expiresInSeconds}
          data={LASTS_DAYS.map((days) => ({ value: String(days * DAY), label: words.days(days) }))}
          onChange={({ currentTarget }) => onChange({ expiresInSeconds: currentTarget.value })}
        />
      </Group>
      <TextInput
        label={words.why}
        maxLength={500}
        error={faults.get("note")}
        value={note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </>
  );
}
