import { displaySegments } from "@countersign/protocol";
import { NativeSelect, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/editor.tsx";
import { isObject } from "../../../ui/diff/json.ts";
import { RichText } from "../drawing/rich-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { FieldProps } from "./draft.ts";

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

/** Text, rich text (its source with a rendering) and code. An emptied field has no value. */
export function TextField({ field: { kind, description }, label, value, fault, onChange }: FieldProps) {
  const text = typeof value === "string" ? value : "";
  return (
    <div>
      <Textarea
        label={label}
        description={description}
        error={fault}
        autosize
        minRows={kind === "text" ? 1 : 4}
        maxRows={24}
        spellCheck={kind === "text"}
        {...(kind === "text" ? {} : { styles: monospace })}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
      />
      {displaySegments(text).some((segment) => segment.kind !== "text") && (
        <Text size="xs" mt={4}>
          {strings.fields.withInvisible(<VisibleText text={text} />)}
        </Text>
      )}
      {kind === "richtext" && text !== "" && (
        <div style={{ marginTop: 6 }}>
          <RichText html={text} label={strings.fields.asItReads(label)} />
        </div>
      )}
    </div>
  );
}

/** Keeps input that is not a number yet; a browser's number field would drop it. */
export function NumberField({ field: { description }, label, value, fault, onChange, onBroken }: FieldProps) {
  const [text, setText] = useState(value === undefined || value === null ? "" : String(value));
  const number = readNumber(text);
  return (
    <TextInput
      label={label}
      description={description}
      error={number === null ? strings.fields.notNumber : fault}
      inputMode="decimal"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const read = readNumber(currentTarget.value);
        onBroken(read === null);
        if (read !== null) onChange(read);
      }}
    />
  );
}

function readNumber(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) && !(Number.isInteger(number) && !Number.isSafeInteger(number)) ? number : null;
}

/** The amount stays a text, so that no digit of it is ever rounded. */
export function MoneyField({ field: { description, currencies }, label, value, fault, onChange }: FieldProps) {
  const words = strings.fields;
  const held = isObject(value) ? value : {};
  const amount = typeof held["amount"] === "string" ? held["amount"] : "";
  const currency = typeof held["currency"] === "string" ? held["currency"] : (currencies?.[0] ?? "");
  const change = (next: { amount: string; currency: string }): void =>
    onChange(next.amount.trim() === "" ? undefined : { ...next });
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        description={description}
        error={fault}
        inputMode="decimal"
        placeholder="0.00"
        value={amount}
        onChange={({ currentTarget }) => change({ amount: currentTarget.value, currency })}
      />
      {currencies ? (
        <NativeSelect
          label={words.currency}
          aria-label={words.currencyOf(label)}
          data={currencies.includes(currency) ? currencies : [currency, ...currencies]}
          value={currency}
          onChange={(event) => change({ amount, currency: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          label={words.currency}
          aria-label={words.currencyOf(label)}
          w={90}
          maxLength={3}
          value={currency}
          onChange={(event) => change({ amount, currency: event.currentTarget.value.toUpperCase() })}
        />
      )}
    </Group>
  );
}

/** JSON as text. While the text is invalid, the last valid value is kept. */
export function JsonField({ field: { description }, label, value, fault, onChange, onBroken }: FieldProps) {
  const [text, setText] = useState(value === undefined || value === null ? "" : JSON.stringify(value, null, 2));
  const [isBroken, setIsBroken] = useState(false);
  const change = (next: string): void => {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
      setIsBroken(false);
      onBroken(false);
    } catch {
      setIsBroken(true);
      onBroken(true);
    }
  };
  return (
    <Textarea
      label={label}
      description={[strings.fields.asJson, description].filter(Boolean).join(" · ")}
      error={isBroken ? strings.fields.notJson : fault}
      autosize
      minRows={2}
      maxRows={20}
      spellCheck={false}
      styles={monospace}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
