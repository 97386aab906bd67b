import type { ContentType, Json, Reference } from "@countersign/protocol";
import { strings } from "../../../strings/editor.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { isObject } from "../../../ui/diff/json.ts";
import { readPlace, writePlace, type Draft, type FieldPlace } from "./draft.ts";
import { ElementPicker } from "./element-picker.tsx";
import { OneField } from "./one-field.tsx";
import classes from "./editor.module.css";

interface Props {
  type: Pick<ContentType, "fields" | "languages">;
  draft: Draft;
  /** The server's faults by field. */
  faults: ReadonlyMap<string, string>;
  references: ReadonlyMap<string, Reference>;
  hasTags: boolean;
  onChange: (draft: Draft) => void;
  onReference: (found: Reference) => void;
  onBroken: (place: string, isBroken: boolean) => void;
}

/** Fields of an element, localised ones once per language, and its tags. */
export function ElementForm({ type, draft, faults, references, hasTags, onChange, onReference, onBroken }: Props) {
  const { fields, languages } = type;
  const others = Object.entries(draft.value).filter(([name]) => fields.every((field) => field.name !== name));
  const one = (place: FieldPlace & { field: NonNullable<FieldPlace["field"]> }, label: string, fault: string | undefined) => (
    <OneField
      key={place.key}
      field={place.field}
      label={label}
      value={readPlace(draft, place)}
      fault={fault}
      onChange={(value: Json | undefined) => onChange(writePlace(draft, place, value))}
      references={references}
      onReference={onReference}
      onBroken={(isBroken) => onBroken(place.key, isBroken)}
    />
  );
  return (
    <div className={classes.form}>
      {fields.map((field) => {
        const title = `${field.title ?? field.name}${field.required ? " *" : ""}`;
        const fault = faults.get(field.name);
        const held = readPlace(draft, { field, key: field.name });
        if (!field.localized || (held !== undefined && held !== null && !isObject(held))) {
          return one({ field, key: field.name }, title, fault);
        }
        const known = [...languages, ...Object.keys(isObject(held) ? held : {}).filter((name) => !languages.includes(name))];
        return (
          <fieldset key={field.name} className={classes.languages}>
            <legend>
              <VisibleText text={title} newlines="mark" />
            </legend>
            {fault && <p className={classes.fault}>{fault}</p>}
            {known.map((language) =>
              one(
                { field, language, key: `${field.name} ${language}` },
                `${field.title ?? field.name}, ${language}`,
                undefined,
              ),
            )}
          </fieldset>
        );
      })}
      {hasTags && (
        <ElementPicker
          label={strings.tags}
          chosen={draft.tags}
          isMany
          to={[{ kind: "tag" }]}
          references={references}
          fault={faults.get("tags")}
          onReference={onReference}
          onChange={(tags) => onChange({ ...draft, tags: tags.sort() })}
        />
      )}
      {others.length > 0 && (
        <div>
          <p className={classes.dim}>{strings.otherFields}</p>
          <JsonView value={Object.fromEntries(others)} />
        </div>
      )}
    </div>
  );
}
