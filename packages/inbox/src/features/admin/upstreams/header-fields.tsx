import { ActionIcon, Button, PasswordInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { HeaderDraft, UpstreamDraft } from "./upstream-draft.ts";
import classes from "./upstream.module.css";

interface Props {
  draft: UpstreamDraft;
  /** Names of the headers that are set already. */
  known: readonly string[];
  fault: string | undefined;
  onChange: (part: Partial<UpstreamDraft>) => void;
}

/** Edits the credentials for the upstream, which go to the server and never come back. */
export function HeaderFields({ draft: { headers, headerChoice }, known, fault, onChange }: Props) {
  const set = (id: number, part: Partial<HeaderDraft>): void =>
    onChange({ headers: headers.map((header) => (header.id === id ? { ...header, ...part } : header)) });
  const nextId = Math.max(0, ...headers.map(({ id }) => id)) + 1;
  return (
    <Stack gap="xs" role="group" aria-label="Headers">
      <div>
        <Text size="sm" fw={600}>
          Request headers
        </Text>
        <Text size="xs" c="dimmed">
          Such as Authorization: Bearer …. The values are secrets: stored encrypted, never shown again, and never an agent's own
          key.
        </Text>
      </div>
      {known.length > 0 && (
        <Radio.Group
          aria-label="Headers that are set"
          value={headerChoice}
          onChange={(next) => onChange({ headerChoice: next as UpstreamDraft["headerChoice"] })}
        >
          <Stack gap={6}>
            <Radio value="keep" label={`Keep what is set: ${known.join(", ")}`} />
            <Radio value="replace" label="Replace all of them" />
            <Radio value="remove" label="Remove all of them" />
          </Stack>
        </Radio.Group>
      )}
      {headerChoice === "replace" && (
        <>
          {headers.map(({ id, name, value }, index) => (
            <div key={id} className={classes.header}>
              <TextInput
                label={index === 0 ? "Name" : undefined}
                aria-label={`Name of header ${index + 1}`}
                autoComplete="off"
                value={name}
                onChange={({ currentTarget }) => set(id, { name: currentTarget.value })}
              />
              <PasswordInput
                label={index === 0 ? "Value" : undefined}
                aria-label={`Value of header ${index + 1}`}
                autoComplete="off"
                value={value}
                onChange={({ currentTarget }) => set(id, { value: currentTarget.value })}
              />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`Take header ${index + 1} away`}
                onClick={() => onChange({ headers: headers.filter((header) => header.id !== id) })}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </div>
          ))}
          <div>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                onChange({
                  headers: [...headers, { id: nextId, name: headers.length === 0 ? "Authorization" : "", value: "" }],
                })
              }
            >
              Add a header
            </Button>
          </div>
        </>
      )}
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}
