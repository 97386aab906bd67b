import { CHAT_WIDGETS, displayText, type ChatWidget } from "@countersign/protocol";
import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { connectionsQuery } from "../../../api/admin-queries.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import type { ChatDraft } from "./chat-draft.ts";

interface Props {
  draft: ChatDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<ChatDraft>) => void;
}

/** Connectors that provide models and no tools. */
const MODEL_CONNECTORS: ReadonlySet<string> = new Set(["openai", "anthropic", "google-ai", "openai-compatible"]);
const SCRIPT = "";

const WIDGET_WORDS = {
  proposal: "A card for one proposal",
  proposals: "A table for many proposals",
  table: "Rows of data that a tool read",
  element: "A link to an element of the content",
} as const satisfies Record<ChatWidget, string>;

export function ChatFields({ draft, faults, onChange }: Props) {
  return (
    <Stack gap="md">
      <Switch
        label="People may talk to it"
        checked={draft.enabled}
        onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
      />
      <Textarea
        label="Instructions"
        description="What it is for and how it works. That proposals wait for people is told to every model besides."
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        error={faults.get("instructions")}
        value={draft.instructions}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
      <ModelFields draft={draft} faults={faults} onChange={onChange} />
      <div role="group" aria-label="Shown in the conversation">
        <Text size="sm" fw={600} mb={6}>
          Shown in the conversation
        </Text>
        <Stack gap={6}>
          {CHAT_WIDGETS.map((widget) => (
            <Checkbox
              key={widget}
              label={WIDGET_WORDS[widget]}
              checked={draft.widgets.includes(widget)}
              onChange={({ currentTarget }) =>
                onChange({
                  widgets: currentTarget.checked ? [...draft.widgets, widget] : draft.widgets.filter((one) => one !== widget),
                })
              }
            />
          ))}
        </Stack>
      </div>
      <LimitFields draft={draft} faults={faults} onChange={onChange} />
    </Stack>
  );
}

function ModelFields({ draft, faults, onChange }: Props) {
  const connections = (useQuery(connectionsQuery).data ?? []).filter(({ connector }) => MODEL_CONNECTORS.has(connector));
  const isGone = draft.connectionId !== null && connections.every(({ id }) => id !== draft.connectionId);
  return (
    <>
      <NativeSelect
        label="Model of"
        description={
          <>
            A{" "}
            <TextLink to="/admin/connections" size="xs">
              connection
            </TextLink>{" "}
            to a provider of models.
          </>
        }
        error={faults.get("model")}
        value={draft.connectionId ?? SCRIPT}
        data={[
          { value: SCRIPT, label: "Built-in script, no model" },
          ...connections.map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) })),
          ...(isGone ? [{ value: draft.connectionId ?? "", label: "A connection that is gone" }] : []),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ connectionId: currentTarget.value === SCRIPT ? null : currentTarget.value })
        }
      />
      {draft.connectionId !== null && (
        <>
          <TextInput
            label="Name of the model"
            description="As the provider names it"
            maxLength={200}
            value={draft.modelName}
            onChange={({ currentTarget }) => onChange({ modelName: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Amount
              label="Price of a million tokens in"
              value={draft.inputPrice}
              onChange={(inputPrice) => onChange({ inputPrice })}
            />
            <Amount
              label="Price of a million tokens out"
              value={draft.outputPrice}
              onChange={(outputPrice) => onChange({ outputPrice })}
            />
          </SimpleGrid>
        </>
      )}
    </>
  );
}

function LimitFields({ draft, faults, onChange }: Props) {
  return (
    <div role="group" aria-label="Limits">
      <Text size="sm" fw={600} mb={6}>
        Limits
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Whole
          label="Rounds before it is told to end"
          max={100}
          value={draft.softRounds}
          onChange={(softRounds) => onChange({ softRounds })}
        />
        <Whole
          label="Most rounds of a turn"
          max={100}
          value={draft.hardRounds}
          onChange={(hardRounds) => onChange({ hardRounds })}
        />
        <Whole
          label="The same call in a turn"
          max={100}
          value={draft.identicalCalls}
          onChange={(identicalCalls) => onChange({ identicalCalls })}
        />
        <Whole
          label="Characters of a result"
          min={200}
          max={1_000_000}
          value={draft.resultCharacters}
          onChange={(resultCharacters) => onChange({ resultCharacters })}
        />
        <Whole
          label="Tokens of a conversation"
          placeholder="No limit"
          value={draft.sessionTokens}
          onChange={(sessionTokens) => onChange({ sessionTokens })}
        />
        <Amount
          label="Cost of a conversation"
          placeholder="No limit"
          value={draft.sessionCost}
          onChange={(sessionCost) => onChange({ sessionCost })}
        />
      </SimpleGrid>
      {faults.has("limits") && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {faults.get("limits")}
        </Text>
      )}
    </div>
  );
}

interface NumberProps {
  label: string;
  value: number | "";
  min?: number;
  max?: number;
  placeholder?: string;
  onChange: (value: number | "") => void;
}

const asNumber = (value: number | string): number | "" => (typeof value === "number" ? value : "");

const Whole = ({ min = 1, onChange, ...rest }: NumberProps) => (
  <NumberInput
    {...rest}
    min={min}
    allowDecimal={false}
    thousandSeparator=","
    hideControls
    onChange={(v) => onChange(asNumber(v))}
  />
);

/** Input for an amount in the currency of the prices; all amounts share one currency. */
const Amount = ({ placeholder = "Not counted", onChange, ...rest }: NumberProps) => (
  <NumberInput
    {...rest}
    placeholder={placeholder}
    min={0}
    decimalScale={6}
    thousandSeparator=","
    hideControls
    onChange={(v) => onChange(asNumber(v))}
  />
);
