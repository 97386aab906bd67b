import type { UpstreamServer } from "@countersign/protocol";
import { NativeSelect, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { strings } from "../../../strings/upstreams.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { LimitFields } from "./limit-fields.tsx";
import type { UpstreamDraft } from "./upstream-draft.ts";

/** Request fields that have an input in the form. */
export const UPSTREAM_FIELDS = [
  "name",
  "url",
  "transport",
  "trust",
  "prefix",
  "era",
  "allowPrivate",
  "sharing",
  "maxConnections",
  "allowQuestions",
  "callSeconds",
  "maxResultMebibytes",
  "maxTools",
  "headers",
] as const;

interface Props {
  draft: UpstreamDraft;
  upstream: UpstreamServer | null;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<UpstreamDraft>) => void;
}

const options = <T extends string>(words: Readonly<Record<T, string>>, values: readonly T[]) =>
  values.map((value) => ({ value, label: words[value] as string }));

export function UpstreamFields({ draft, upstream, faults, onChange }: Props) {
  const words = strings.fields;
  return (
    <Stack gap="sm">
      {upstream === null && (
        <TextInput
          label={words.name}
          description={words.nameRules}
          required
          withAsterisk={false}
          data-autofocus
          error={faults.get("name")}
          value={draft.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      )}
      <TextInput
        label={words.address}
        description={words.addressSays}
        placeholder={words.addressExample}
        type="url"
        required
        withAsterisk={false}
        error={faults.get("url")}
        value={draft.url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <HeaderFields draft={draft} known={upstream?.headerNames ?? []} fault={faults.get("headers")} onChange={onChange} />
      <NativeSelect
        label={words.trust}
        error={faults.get("trust")}
        value={draft.trust}
        data={options<UpstreamDraft["trust"]>(strings.trust, ["untrusted", "trusted"])}
        onChange={({ currentTarget }) => onChange({ trust: currentTarget.value as UpstreamDraft["trust"] })}
      />
      <TextInput
        label={words.prefix}
        description={
          draft.prefix === "" && upstream !== null
            ? words.noPrefix
            : words.agentSees(draft.prefix || draft.name || words.unnamed)
        }
        placeholder={upstream === null ? draft.name : undefined}
        error={faults.get("prefix")}
        value={draft.prefix}
        onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
      />
      <ProtocolFields draft={draft} faults={faults} onChange={onChange} />
      <Switch
        label={words.allowPrivate}
        description={words.allowPrivateSays}
        error={faults.get("allowPrivate")}
        checked={draft.allowPrivate}
        onChange={({ currentTarget }) => onChange({ allowPrivate: currentTarget.checked })}
      />
      <SessionFields draft={draft} faults={faults} onChange={onChange} />
      {draft.trust === "untrusted" && (
        <Switch
          label={words.allowQuestions}
          description={words.allowQuestionsSays}
          error={faults.get("allowQuestions")}
          checked={draft.allowQuestions}
          onChange={({ currentTarget }) => onChange({ allowQuestions: currentTarget.checked })}
        />
      )}
      <LimitFields draft={draft} faults={faults} onChange={onChange} />
    </Stack>
  );
}

function ProtocolFields({ draft, faults, onChange }: Omit<Props, "upstream">) {
  return (
    <>
      <NativeSelect
        label={strings.fields.transport}
        error={faults.get("transport")}
        value={draft.transport}
        data={options<"http" | "sse">(strings.transports, ["http", "sse"])}
        onChange={({ currentTarget }) => onChange({ transport: currentTarget.value === "sse" ? "sse" : "http" })}
      />
      <NativeSelect
        label={strings.fields.protocolVersion}
        error={faults.get("era")}
        value={draft.era}
        data={options<UpstreamDraft["era"]>(strings.eras, ["legacy", "auto", "modern"])}
        onChange={({ currentTarget }) => onChange({ era: currentTarget.value as UpstreamDraft["era"] })}
      />
    </>
  );
}

function SessionFields({ draft, faults, onChange }: Omit<Props, "upstream">) {
  return (
    <>
      <NativeSelect
        label={strings.fields.sessions}
        error={faults.get("sharing")}
        value={draft.sharing}
        data={options<UpstreamDraft["sharing"]>(strings.sharing, ["per-agent", "shared"])}
        onChange={({ currentTarget }) => onChange({ sharing: currentTarget.value === "shared" ? "shared" : "per-agent" })}
      />
      {draft.sharing === "per-agent" && (
        <NumberInput
          label={strings.fields.connections}
          description={strings.fields.connectionsSays}
          error={faults.get("maxConnections")}
          min={1}
          max={1000}
          allowDecimal={false}
          value={draft.maxConnections}
          onChange={(value) => onChange({ maxConnections: Number(value) })}
        />
      )}
    </>
  );
}
