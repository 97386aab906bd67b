import type { UpstreamServer } from "@countersign/protocol";
import { NativeSelect, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { HeaderFields } from "./header-fields.tsx";
import { LimitFields } from "./limit-fields.tsx";
import type { UpstreamDraft } from "./upstream-draft.ts";
import { ERA_WORDS, SHARING_WORDS, TRANSPORT_WORDS, TRUST_WORDS } from "./upstream-words.ts";

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
  return (
    <Stack gap="sm">
      {upstream === null && (
        <TextInput
          label="Name"
          description="Letters, digits, _ and -. It cannot be changed later"
          required
          withAsterisk={false}
          data-autofocus
          error={faults.get("name")}
          value={draft.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      )}
      <TextInput
        label="Address"
        description="MCP endpoint URL"
        placeholder="https://mcp.example.com/mcp"
        type="url"
        required
        withAsterisk={false}
        error={faults.get("url")}
        value={draft.url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <HeaderFields draft={draft} known={upstream?.headerNames ?? []} fault={faults.get("headers")} onChange={onChange} />
      <NativeSelect
        label="Trust"
        error={faults.get("trust")}
        value={draft.trust}
        data={options<UpstreamDraft["trust"]>(TRUST_WORDS, ["untrusted", "trusted"])}
        onChange={({ currentTarget }) => onChange({ trust: currentTarget.value as UpstreamDraft["trust"] })}
      />
      <TextInput
        label="Tool name prefix"
        description={
          draft.prefix === "" && upstream !== null
            ? "Empty: its tools keep their own names, and one that is taken is refused"
            : `An agent sees ${draft.prefix === "" ? draft.name || "name" : draft.prefix}_toolname`
        }
        placeholder={upstream === null ? draft.name : undefined}
        error={faults.get("prefix")}
        value={draft.prefix}
        onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
      />
      <ProtocolFields draft={draft} faults={faults} onChange={onChange} />
      <Switch
        label="Allow an address of this machine or of a private network"
        description="Blocked by default to prevent access to your internal network (SSRF)"
        error={faults.get("allowPrivate")}
        checked={draft.allowPrivate}
        onChange={({ currentTarget }) => onChange({ allowPrivate: currentTarget.checked })}
      />
      <SessionFields draft={draft} faults={faults} onChange={onChange} />
      {draft.trust === "untrusted" && (
        <Switch
          label="Let it ask agents' people and models"
          description="Questions it asks during a call (elicitation) and requests to an agent's model (sampling); refused otherwise"
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
        label="Transport"
        error={faults.get("transport")}
        value={draft.transport}
        data={options<"http" | "sse">(TRANSPORT_WORDS, ["http", "sse"])}
        onChange={({ currentTarget }) => onChange({ transport: currentTarget.value === "sse" ? "sse" : "http" })}
      />
      <NativeSelect
        label="Protocol version"
        error={faults.get("era")}
        value={draft.era}
        data={options<UpstreamDraft["era"]>(ERA_WORDS, ["legacy", "auto", "modern"])}
        onChange={({ currentTarget }) => onChange({ era: currentTarget.value as UpstreamDraft["era"] })}
      />
    </>
  );
}

function SessionFields({ draft, faults, onChange }: Omit<Props, "upstream">) {
  return (
    <>
      <NativeSelect
        label="Sessions of agents"
        error={faults.get("sharing")}
        value={draft.sharing}
        data={options<UpstreamDraft["sharing"]>(SHARING_WORDS, ["per-agent", "shared"])}
        onChange={({ currentTarget }) => onChange({ sharing: currentTarget.value === "shared" ? "shared" : "per-agent" })}
      />
      {draft.sharing === "per-agent" && (
        <NumberInput
          label="Connections at once"
          description="Further calls are refused until one is free"
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
