import type { ContentField, Json } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import { isObject } from "../../../ui/diff/json.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Chips } from "./chips.tsx";
import { languageChanges } from "./content-changes.ts";
import { plainValue } from "./format-value.ts";
import { readItems } from "./list-changes.ts";
import { PictureList, ReferenceList, type References } from "./reference-view.tsx";
import { RichText } from "./rich-text.tsx";
import classes from "./content.module.css";

interface Props {
  field: ContentField;
  value: Json | undefined;
  references: References;
}

/** One value by the kind of its field. A value of another kind is shown raw. */
export function ValueView({ field, value, references }: Props) {
  if (value === undefined || value === null) return <span className={classes.dim}>{strings.nothing}</span>;
  const languages = field.localized ? languageChanges(value, value) : null;
  if (languages) {
    return (
      <dl className={classes.languages}>
        {languages.map(({ language, after }) => (
          <div key={language} className={classes.language}>
            <dt>
              <VisibleText text={language} newlines="mark" />
            </dt>
            <dd>
              <OneValue field={field} value={after ?? null} references={references} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return <OneValue field={field} value={value} references={references} />;
}

function OneValue({ field, value, references }: Props & { value: Json }) {
  const plain = plainValue(field, value);
  if (plain !== null) return <VisibleText text={plain} />;
  const { kind } = field;
  if (typeof value === "string" && kind === "richtext") return <RichText html={value} label={field.title ?? field.name} />;
  if (typeof value === "string" && kind === "code") return <LongText code text={value} />;
  if (kind === "blocks" && Array.isArray(value) && value.every(isObject)) {
    return (
      <ol className={classes.blocks}>
        {value.map((block, index) => (
          <li key={index} className={classes.block}>
            <BlockFields field={field} block={block} references={references} />
          </li>
        ))}
      </ol>
    );
  }
  const items = kind === "multiselect" || kind === "relation" || kind === "image" ? readItems(value) : null;
  if (items && kind === "multiselect") return <Chips before={items} after={items} />;
  if (items && kind === "relation") return <ReferenceList before={items} after={items} references={references} />;
  if (items) return <PictureList ids={items} references={references} />;
  return <JsonView value={value} />;
}

/** Fields of a block, including those that its type does not describe. */
function BlockFields({
  field,
  block,
  references,
}: {
  field: ContentField;
  block: Record<string, Json>;
  references: References;
}) {
  const type = field.blocks?.find(({ name }) => name === block["type"]);
  const known = type?.fields ?? [];
  const rest = Object.entries(block).filter(
    ([name]) => name !== "id" && name !== "type" && known.every((one) => one.name !== name),
  );
  return (
    <>
      <p className={classes.blockType}>
        <VisibleText text={type?.title ?? String(block["type"] ?? strings.block)} newlines="mark" />
      </p>
      {known
        .filter(({ name }) => Object.hasOwn(block, name))
        .map((one) => (
          <div key={one.name} className={classes.blockField}>
            <p className={classes.dim}>
              <VisibleText text={one.title ?? one.name} newlines="mark" />
            </p>
            <ValueView field={one} value={block[one.name]} references={references} />
          </div>
        ))}
      {rest.length > 0 && <JsonView value={Object.fromEntries(rest)} />}
    </>
  );
}
