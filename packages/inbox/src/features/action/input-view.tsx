import type { JsonObject } from "@countersign/protocol";
import { CopyButton, Group, SegmentedControl, Button } from "@mantine/core";
import { useState } from "react";
import { editableJson, jsonText } from "../../ui/diff/json.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { DrawnPart } from "../../ui/drawn-part.tsx";
import { PARTS } from "../../ui/action-parts.ts";
import { Section } from "./section.tsx";

interface Props {
  input: JsonObject;
  edited: boolean;
  digest: string;
}

/** Every byte of the input: key by key as it reads, or as JSON. */
export function InputView({ input, edited, digest }: Props) {
  const [form, setForm] = useState("keys");
  return (
    <Section
      title={edited ? `${PARTS.input}, as edited` : PARTS.input}
      tools={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="How the input is shown"
            value={form}
            onChange={setForm}
            data={[
              { value: "keys", label: "By field" },
              { value: "json", label: "JSON" },
            ]}
          />
          <CopyButton value={editableJson(input)}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? "Copied" : "Copy JSON"}
              </Button>
            )}
          </CopyButton>
        </Group>
      }
    >
      <DrawnPart name={PARTS.input} of={digest}>
        {form === "keys" ? <JsonView value={input} /> : <LongText code text={jsonText(input)} />}
      </DrawnPart>
    </Section>
  );
}
