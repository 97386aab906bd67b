import type { FieldKind } from "@countersign/protocol";
import type { ComponentType } from "react";
import { readItems } from "../drawing/list-changes.ts";
import { BlocksField } from "./blocks-field.tsx";
import { BooleanField, DateField, ManyField, SelectField } from "./choice-inputs.tsx";
import { ElementPicker } from "./element-picker.tsx";
import type { FieldProps } from "./draft.ts";
import { JsonField, MoneyField, NumberField, TextField } from "./text-inputs.tsx";

const EDITORS = {
  text: TextField,
  richtext: TextField,
  code: TextField,
  number: NumberField,
  money: MoneyField,
  date: DateField,
  select: SelectField,
  multiselect: ManyField,
  boolean: BooleanField,
  relation: (props) => <ReferenceField {...props} to={props.field.to ?? []} />,
  image: (props) => <ReferenceField {...props} to={[{ kind: "asset" }]} />,
  blocks: (props) => <BlocksField {...props} OneField={OneField} />,
  json: JsonField,
} as const satisfies Record<FieldKind, ComponentType<FieldProps>>;

/** Editor for one value of a field, by its kind. */
export function OneField(props: FieldProps) {
  const Editor: ComponentType<FieldProps> = EDITORS[props.field.kind];
  return <Editor {...props} />;
}

function ReferenceField({
  field,
  label,
  value,
  fault,
  onChange,
  references,
  onReference,
  to,
}: FieldProps & { to: NonNullable<FieldProps["field"]["to"]> }) {
  const isMany = field.many === true;
  return (
    <ElementPicker
      label={label}
      description={field.description}
      fault={fault}
      chosen={readItems(value) ?? []}
      isMany={isMany}
      to={to}
      references={references}
      onReference={onReference}
      onChange={(ids) => onChange(ids.length === 0 ? undefined : isMany ? ids : ids[0])}
    />
  );
}
