import type { Json, JsonObject } from "@countersign/protocol";
import { ActionIcon, Button, Group, Input } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { strings } from "../../../strings/editor.tsx";
import { isObject } from "../../../ui/diff/json.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { FieldProps } from "./draft.ts";
import classes from "./editor.module.css";

/** Blocks in their order, each with its fields; blocks can be moved, removed and added. */
export function BlocksField({
  field,
  label,
  value,
  fault,
  onChange,
  OneField,
  ...rest
}: FieldProps & { OneField: ComponentType<FieldProps> }) {
  const blocks = Array.isArray(value) ? value : [];
  const types = field.blocks ?? [];
  const replace = (index: number, ...by: Json[]): void => onChange(blocks.toSpliced(index, 1, ...by));
  const move = (index: number, by: number): void => {
    const block = blocks[index];
    if (block !== undefined) onChange(blocks.toSpliced(index, 1).toSpliced(index + by, 0, block));
  };
  return (
    <Input.Wrapper label={label} description={field.description} error={fault} labelElement="div">
      <ol className={classes.blocks} aria-label={label}>
        {blocks.map((block, index) => {
          if (!isObject(block)) {
            return (
              <li key={index} className={classes.block}>
                <JsonView value={block} />
              </li>
            );
          }
          const type = types.find(({ name }) => name === block["type"]);
          const title = type?.title ?? String(block["type"] ?? strings.fields.block);
          const place = strings.fields.blockPlace(title, index + 1, label);
          return (
            <li key={String(block["id"] ?? index)} className={classes.block}>
              <div className={classes.blockHead}>
                <b>
                  <VisibleText text={title} newlines="mark" />
                </b>
                <BlockButtons
                  place={place}
                  isFirst={index === 0}
                  isLast={index === blocks.length - 1}
                  onMove={(by) => move(index, by)}
                  onTakeOut={() => replace(index)}
                />
              </div>
              {type?.fields.map((one) => (
                <OneField
                  key={one.name}
                  {...rest}
                  field={one}
                  label={one.title ?? one.name}
                  value={Object.hasOwn(block, one.name) ? block[one.name] : undefined}
                  onChange={(to) => replace(index, withField(block, one.name, to))}
                />
              ))}
            </li>
          );
        })}
      </ol>
      <Group gap="xs" mt={6}>
        {types.map(({ name, title }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={() => onChange([...blocks, { id: `b${crypto.randomUUID().slice(0, 13)}`, type: name }])}
          >
            {title ?? name}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  );
}

interface BlockButtonsProps {
  place: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onTakeOut: () => void;
}

function BlockButtons({ place, isFirst, isLast, onMove, onTakeOut }: BlockButtonsProps) {
  const words = strings.fields;
  return (
    <Group gap={2}>
      {!isFirst && (
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.moveUp(place)} onClick={() => onMove(-1)}>
          <IconArrowUp size={15} aria-hidden />
        </ActionIcon>
      )}
      {!isLast && (
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.moveDown(place)} onClick={() => onMove(1)}>
          <IconArrowDown size={15} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.takeOut(place)} onClick={onTakeOut}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function withField(block: JsonObject, name: string, to: Json | undefined): JsonObject {
  const rest = Object.fromEntries(Object.entries(block).filter(([one]) => one !== name));
  return to === undefined ? rest : { ...rest, [name]: to };
}
