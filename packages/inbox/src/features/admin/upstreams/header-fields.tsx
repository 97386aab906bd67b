import { ActionIcon, Button, PasswordInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { strings } from "../../../strings/upstreams.tsx";
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
  const words = strings.headers;
  const set = (id: number, part: Partial<HeaderDraft>): void =>
    onChange({ headers: headers.map((header) => (header.id === id ? { ...header, ...part } : header)) });
  const nextId = Math.max(0, ...headers.map(({ id }) => id)) + 1;
  return (
    <Stack gap="xs" role="group" aria-label={words.group}>
      <div>
        <Text size="sm" fw={600}>
          {words.title}
        </Text>
        <Text size="xs" c="dimmed">
          {words.says}
        </Text>
      </div>
      {known.length > 0 && (
        <Radio.Group
          aria-label={words.choice}
          value={headerChoice}
          onChange={(next) => onChange({ headerChoice: next as UpstreamDraft["headerChoice"] })}
        >
          <Stack gap={6}>
            <Radio value="keep" label={words.keep(known.join(", "))} />
            <Radio value="replace" label={words.replaceAll} />
            <Radio value="remove" label={words.removeAll} />
          </Stack>
        </Radio.Group>
      )}
      {headerChoice === "replace" && (
        <>
          {headers.map(({ id, name, value }, index) => (
            <div key={id} className={classes.header}>
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
              {words.add}
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
