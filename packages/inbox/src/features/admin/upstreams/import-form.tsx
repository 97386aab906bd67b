import { MAX_CLIENT_SETTINGS, type SettingsImport } from "@countersign/protocol";
import { Button, Checkbox, FileButton, Group, PasswordInput, Stack, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { request, type ApiError } from "../../../api/request.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/upstreams.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { ImportPlan } from "./import-plan.tsx";
import { Imported } from "./imported.tsx";

const PATH = "/api/upstreams/import";
const TYPING_MS = 250;
const EXAMPLE = JSON.stringify({ mcpServers: { files: { command: "npx", args: ["-y", "…"] } } });

/**
 * Takes a client's settings, shows what would become of each server, and writes it with the person's password: the programs
 * run on this machine, and an open browser alone must not start any.
 */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const words = strings.importForm;
  const [settings, setSettings] = useState("");
  const [trusts, setTrusts] = useState(false);
  const [replaces, setReplaces] = useState(false);
  const [password, setPassword] = useState("");
  const [settled] = useDebouncedValue(settings, TYPING_MS);
  const body = { settings, trust: trusts ? "trusted" : "untrusted", replace: replaces };
  const plan = useQuery<SettingsImport, ApiError>({
    queryKey: [PATH, { ...body, settings: settled }],
    queryFn: ({ signal }) => request<SettingsImport>("POST", PATH, { ...body, settings: settled }, signal),
    enabled: settled.trim() !== "" && settled.length <= MAX_CLIENT_SETTINGS,
    placeholderData: (before) => (settled.trim() === "" ? undefined : before),
    // The text may hold secrets.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const change = useChange<SettingsImport>(keys.upstreams, keys.tools, keys.groups);
  const faults = fieldFaults(change.error?.problem, ["password"]);
  const found = settings.trim() === "" || plan.error ? undefined : plan.data;
  const added = found?.gated.filter(({ isPresent }) => !isPresent) ?? [];
  const isCurrent = settled === settings && !plan.isPlaceholderData && !plan.isFetching;
  if (change.data) return <Imported result={change.data} onClose={onClose} />;
  return (
    <DialogForm
      error={change.error}
      faults={faults}
      failed={words.failed}
      verb={added.length === 0 ? words.gateNone : words.gate(added.length)}
      isSending={change.isPending}
      disabled={added.length === 0 || password === "" || !isCurrent}
      onSubmit={() => change.mutate({ method: "POST", path: PATH, body: { ...body, password } })}
      onClose={onClose}
    >
      <SettingsField text={settings} onChange={setSettings} />
      {settings.length > MAX_CLIENT_SETTINGS && <Notice tone="error">{words.tooLong}</Notice>}
      {plan.error && settings.trim() !== "" && <Notice tone="error">{plan.error.message}</Notice>}
      {found && <ImportPlan plan={found} />}
      {found && (replaces || found.left.some(({ isTaken }) => isTaken)) && (
        <Checkbox
          label={words.replace}
          description={words.replaceSays}
          checked={replaces}
          onChange={(event) => setReplaces(event.currentTarget.checked)}
        />
      )}
      {added.length > 0 && (
        <>
          <Checkbox
            label={words.trust}
            description={words.trustSays}
            checked={trusts}
            onChange={(event) => setTrusts(event.currentTarget.checked)}
          />
          <PasswordInput
            label={words.password}
            description={words.passwordSays}
            autoComplete="current-password"
            value={password}
            error={faults.get("password")}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      )}
      {found && added.length === 0 && found.gated.length > 0 && <Notice tone="info">{words.allPresent}</Notice>}
    </DialogForm>
  );
}

function SettingsField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const words = strings.importForm;
  return (
    <Stack gap="xs">
      <Textarea
        label={words.settings}
        description={words.settingsSays}
        placeholder={EXAMPLE}
        autosize
        minRows={5}
        maxRows={12}
        spellCheck={false}
        autoFocus
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group>
        <FileButton
          accept=".json,.jsonc,application/json"
          onChange={(file) =>
            void file
              ?.slice(0, MAX_CLIENT_SETTINGS + 1)
              .text()
              .then(onChange)
          }
        >
          {(props) => (
            <Button {...props} size="compact-sm" variant="default">
              {words.chooseFile}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
