import { CHAT_WIDGETS, displayText } from "@countersign/protocol";
import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { connectionsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/agents.tsx";
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

export function ChatFields({ draft, faults, onChange }: Props) {
  const words = strings.chat;
  return (
    <Stack gap="md">
      <Switch
        label={words.enabled}
        checked={draft.enabled}
        onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
      />
      <Textarea
        label={words.instructions}
        description={words.instructionsSay}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        error={faults.get("instructions")}
        value={draft.instructions}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
      <ModelFields draft={draft} faults={faults} onChange={onChange} />
      <div role="group" aria-label={words.shown}>
        <Text size="sm" fw={600} mb={6}>
          {words.shown}
        </Text>
        <Stack gap={6}>
          {CHAT_WIDGETS.map((widget) => (
            <Checkbox
              key={widget}
              label={words.widgets[widget]}
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
  const words = strings.chat;
  const connections = (useQuery(connectionsQuery).data ?? []).filter(({ connector }) => MODEL_CONNECTORS.has(connector));
  const isGone = draft.connectionId !== null && connections.every(({ id }) => id !== draft.connectionId);
  return (
    <>
      <NativeSelect
        label={words.modelOf}
        description={words.modelOfSays((text) => (
          <TextLink to="/admin/connections" size="xs">
            {text}
          </TextLink>
        ))}
        error={faults.get("model")}
        value={draft.connectionId ?? SCRIPT}
        data={[
          { value: SCRIPT, label: words.script },
          ...connections.map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) })),
          ...(isGone ? [{ value: draft.connectionId ?? "", label: words.connectionGone }] : []),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ connectionId: currentTarget.value === SCRIPT ? null : currentTarget.value })
        }
      />
      {draft.connectionId !== null && (
        <>
          <TextInput
            label={words.modelName}
            description={words.modelNameSays}
            maxLength={200}
            value={draft.modelName}
            onChange={({ currentTarget }) => onChange({ modelName: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Amount label={words.inputPrice} value={draft.inputPrice} onChange={(inputPrice) => onChange({ inputPrice })} />
            <Amount label={words.outputPrice} value={draft.outputPrice} onChange={(outputPrice) => onChange({ outputPrice })} />
          </SimpleGrid>
        </>
      )}
    </>
  );
}

function LimitFields({ draft, faults, onChange }: Props) {
  const words = strings.chat;
  return (
    <div role="group" aria-label={words.limits}>
      <Text size="sm" fw={600} mb={6}>
        {words.limits}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Whole
          label={words.softRounds}
          max={100}
          value={draft.softRounds}
          onChange={(softRounds) => onChange({ softRounds })}
        />
        <Whole
          label={words.hardRounds}
          max={100}
          value={draft.hardRounds}
          onChange={(hardRounds) => onChange({ hardRounds })}
        />
        <Whole
          label={words.identicalCalls}
          max={100}
          value={draft.identicalCalls}
          onChange={(identicalCalls) => onChange({ identicalCalls })}
        />
        <Whole
          label={words.resultCharacters}
          min={200}
          max={1_000_000}
          value={draft.resultCharacters}
          onChange={(resultCharacters) => onChange({ resultCharacters })}
        />
        <Whole
          label={words.sessionTokens}
          placeholder={words.noLimit}
          value={draft.sessionTokens}
          onChange={(sessionTokens) => onChange({ sessionTokens })}
        />
        <Amount
          label={words.sessionCost}
          placeholder={words.noLimit}
          value={draft.sessionCost}
          onChange={(sessionCost) => onChange({ sessionCost })}
        />
        <Whole
          label={words.unansweredMinutes}
          description={words.unansweredMinutesSays}
          placeholder={words.noLimit}
          max={43_200}
          value={draft.unansweredMinutes}
          onChange={(unansweredMinutes) => onChange({ unansweredMinutes })}
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
  description?: string;
  placeholder?: string;
  onChange: (value: number | "") => void;
}

const asNumber = (value: number | string): number | "" => (typeof value === "number" ? value : "");

const Whole = ({ min = 1, onChange, ...rest }: NumberProps) => (
  <NumberInput
    {...rest}
    min={min}
    allowDecimal={false}
    {...strings.chat.separators}
    hideControls
    onChange={(v) => onChange(asNumber(v))}
  />
);

/** Input for an amount in the currency of the prices; all amounts share one currency. */
const Amount = ({ placeholder = strings.chat.notCounted, onChange, ...rest }: NumberProps) => (
  <NumberInput
    {...rest}
    placeholder={placeholder}
    min={0}
    decimalScale={6}
    {...strings.chat.separators}
    hideControls
    onChange={(v) => onChange(asNumber(v))}
  />
);
