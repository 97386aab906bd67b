import type { Connection, ConnectorKind, Problem } from "@countersign/protocol";
import { Stack, Switch, TextInput } from "@mantine/core";
import { strings } from "../../../strings/connections.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { faultsBelow, type ConnectionDraft } from "./connection-draft.ts";
import { CredentialFields } from "./credential-fields.tsx";
import { fieldsOf } from "./schema-fields.ts";
import { SettingField } from "./setting-field.tsx";

/** Request fields that have an input in the form. */
export const CONNECTION_FIELDS = ["name", "prefix", "settings", "credentials", "allowPrivate"] as const;

interface Props {
  connector: ConnectorKind;
  connection: Connection | null;
  draft: ConnectionDraft;
  problem: Problem | null | undefined;
  /** Error messages for texts that are not JSON, found before anything is sent. */
  unreadable: ReadonlyMap<string, string>;
  onChange: (part: Partial<ConnectionDraft>) => void;
}

export function ConnectionFields({ connector, connection, draft, problem, unreadable, onChange }: Props) {
  const words = strings.fields;
  const faults = fieldFaults(problem, CONNECTION_FIELDS);
  const below = faultsBelow(problem, "settings");
  const fields = fieldsOf(connector.settings);
  const hasNetwork = connector.name !== "workspace" && connector.name !== "rota";
  return (
    <Stack gap="sm">
      <TextInput
        label={words.name}
        description={words.nameSays}
        required
        withAsterisk={false}
        data-autofocus
        error={faults.get("name")}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          text={draft.settings[field.name] ?? ""}
          fault={unreadable.get(field.name) ?? below.get(field.name)}
          onChange={(text) => onChange({ settings: { ...draft.settings, [field.name]: text } })}
        />
      ))}
      <CredentialFields
        connector={connector}
        draft={draft}
        known={connection?.credentialFields ?? []}
        faults={faultsBelow(problem, "credentials")}
        onChange={onChange}
      />
      {!connector.carriesNotifications && !connector.saysWhoIsOnCall && (
        <TextInput
          label={words.prefix}
          description={draft.prefix === "" ? words.noPrefix : words.agentSees(draft.prefix)}
          error={faults.get("prefix")}
          value={draft.prefix}
          onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
        />
      )}
      {hasNetwork && (
        <Switch
          label={words.allowPrivate}
          description={words.allowPrivateSays}
          error={faults.get("allowPrivate")}
          checked={draft.allowPrivate}
          onChange={({ currentTarget }) => onChange({ allowPrivate: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
