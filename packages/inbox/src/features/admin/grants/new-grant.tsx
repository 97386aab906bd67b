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
import { ConditionField } from "../condition/condition-field.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { PreviewView } from "./preview-view.tsx";

const FIELDS = ["toolName", "agentId", "allowWhen", "maxUses", "expiresInSeconds", "note"] as const;
const DAY = 86_400;
const LASTS = [
  { value: String(DAY), label: "1 day" },
  { value: String(7 * DAY), label: "7 days" },
  { value: String(30 * DAY), label: "30 days" },
  { value: String(90 * DAY), label: "90 days" },
];
const NEW = { toolName: "", agentId: "", allowWhen: "", maxUses: "20", expiresInSeconds: String(7 * DAY), note: "" };

/** Writes a grant after a confirmation of its own; shows on request which past calls it would have let pass. */
export function NewGrant({ onClose }: { onClose: () => void }) {
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
      <Dialog size="lg" onClose={onClose} title="Write a grant">
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
              <Notice tone="error" title="Nothing was written">
                {faults.get("") ?? error.message}
              </Notice>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                variant="default"
                disabled={!isWhole}
                loading={look.isPending}
                onClick={() => look.mutate({ method: "POST", path: "/api/grants/preview", body: call })}
              >
                Show what it would have let pass
              </Button>
              <Button type="submit" disabled={!isWhole} loading={write.isSending}>
                Write it
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      <LoweredDialog change={write} title="Let these calls pass without a person?" verb="Let them pass" />
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
  return (
    <>
      <NativeSelect
        label="Tool"
        description={`As it is now; none of risk ${NEVER_GRANTED_RISK} or not vetted`}
        error={faults.get("toolName")}
        value={toolName}
        data={[
          { value: "", label: "Choose one" },
          ...tools
            .filter(({ risk, approval }) => risk < NEVER_GRANTED_RISK && approval !== "never")
            .map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ toolName: currentTarget.value })}
      />
      <NativeSelect
        label="Agent"
        error={faults.get("agentId")}
        value={agentId}
        data={[
          { value: "", label: "Choose one" },
          ...agents
            .filter(({ revokedAt }) => revokedAt === null)
            .map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) })),
        ]}
        onChange={({ currentTarget }) => onChange({ agentId: currentTarget.value })}
      />
      <ConditionField
        label="Allow when"
        letsPass
        inputSchema={tools.find(({ name }) => name === toolName)?.inputSchema}
        description={
          <>
            A CEL expression on args, such as <code>args.amount &lt;= 20.0</code>. Only what it is true of passes.
          </>
        }
        error={faults.get("allowWhen")}
        value={allowWhen}
        onChange={(allowWhen) => onChange({ allowWhen })}
      />
      <Group grow align="flex-start">
        <TextInput
          label="Times"
          description="1 to 1000"
          inputMode="numeric"
          error={faults.get("maxUses")}
          value={maxUses}
          onChange={({ currentTarget }) => onChange({ maxUses: currentTarget.value })}
        />
        <NativeSelect
          label="Expires after"
          error={faults.get("expiresInSeconds")}
          value={expiresInSeconds}
          data={LASTS}
          onChange={({ currentTarget }) => onChange({ expiresInSeconds: currentTarget.value })}
        />
      </Group>
      <TextInput
        label="Why"
        maxLength={500}
        error={faults.get("note")}
        value={note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </>
  );
}
