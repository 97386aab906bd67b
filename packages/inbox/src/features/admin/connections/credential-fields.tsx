import type { ConnectorKind } from "@countersign/protocol";
import { ActionIcon, Button, PasswordInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { strings } from "../../../strings/connections.tsx";
import type { ConnectionDraft, SecretDraft } from "./connection-draft.ts";
import { fieldsOf, isByName } from "./schema-fields.ts";
import classes from "./connection.module.css";

interface Props {
  connector: ConnectorKind;
  draft: ConnectionDraft;
  /** Names of credentials that are already set. */
  known: readonly string[];
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<ConnectionDraft>) => void;
}

/** Edits the connection's secrets, which go to the server and never come back. Renders nothing if the connector has none. */
export function CredentialFields({ connector, draft, known, faults, onChange }: Props) {
  const words = strings.credentials;
  const byName = isByName(connector.credentials);
  const fields = fieldsOf(connector.credentials);
  if (!byName && fields.length === 0) return null;
  const of = faults.get("");
  return (
    <Stack gap="xs" role="group" aria-label={words.credentials}>
      <div>
        <Text size="sm" fw={600}>
          {byName ? words.secrets : words.credentials}
        </Text>
        <Text size="xs" c="dimmed">
          {words.says}
          {byName && ` ${words.reference}`}
        </Text>
      </div>
      {known.length > 0 && (
        <Radio.Group
          aria-label={words.choice}
          value={draft.choice}
          onChange={(next) => onChange({ choice: next as ConnectionDraft["choice"] })}
        >
          <Stack gap={6}>
            <Radio value="keep" label={words.keep(known.join(", "))} />
            <Radio value="replace" label={words.replaceAll} />
          </Stack>
        </Radio.Group>
      )}
      {draft.choice === "replace" && byName && <NamedSecrets secrets={draft.named} onChange={(named) => onChange({ named })} />}
      {draft.choice === "replace" &&
        fields.map(({ name, label, says }) => (
          <PasswordInput
            key={name}
            label={label}
            description={says}
            autoComplete="off"
            error={faults.get(name)}
            value={draft.credentials[name] ?? ""}
            onChange={({ currentTarget }) => onChange({ credentials: { ...draft.credentials, [name]: currentTarget.value } })}
          />
        ))}
      {(of ?? (byName && faults.size > 0)) && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {of ?? [...faults].map(([name, message]) => `${name}: ${message}`).join("\n")}
        </Text>
      )}
    </Stack>
  );
}

function NamedSecrets({ secrets, onChange }: { secrets: readonly SecretDraft[]; onChange: (next: SecretDraft[]) => void }) {
  const words = strings.credentials;
  const set = (id: number, part: Partial<SecretDraft>): void =>
    onChange(secrets.map((secret) => (secret.id === id ? { ...secret, ...part } : secret)));
  const nextId = Math.max(0, ...secrets.map(({ id }) => id)) + 1;
  return (
    <>
      {secrets.map(({ id, name, value }, index) => (
        <div key={id} className={classes.secret}>
          <TextInput
            label={index === 0 ? words.name : undefined}
            aria-label={words.nameOf(index + 1)}
            autoComplete="off"
            value={name}
            onChange={({ currentTarget }) => set(id, { name: currentTarget.value })}
          />
          <PasswordInput
            label={index === 0 ? words.value : undefined}
            aria-label={words.valueOf(index + 1)}
            autoComplete="off"
            value={value}
            onChange={({ currentTarget }) => set(id, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={words.take(index + 1)}
            onClick={() => onChange(secrets.filter((secret) => secret.id !== id))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...secrets, { id: nextId, name: secrets.length === 0 ? "token" : "", value: "" }])}
        >
          {words.add}
        </Button>
      </div>
    </>
  );
}
