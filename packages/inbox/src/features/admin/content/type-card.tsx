import type { StoredType } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { count } from "../../../ui/count.ts";
import { ELEMENT_WORDS } from "../../../ui/content/element-words.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import classes from "../shared/admin.module.css";

/** A type with its fields by name and kind. */
export function TypeCard({ type, onEdit }: { type: StoredType; onEdit: () => void }) {
  return (
    <li>
      <article className={classes.card} aria-label={type.title}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={type.title} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            {ELEMENT_WORDS[type.kind].one} <code>{type.name}</code> · {count(type.elements, "element")}
            <Button size="compact-sm" variant="default" aria-label={`Fields of ${type.title}`} onClick={onEdit}>
              Change its fields…
            </Button>
          </span>
        </div>
        <dl className={classes.facts}>
          {type.fields.map(({ name, title, kind, localized, required }) => (
            <Fact key={name} name={[kind, localized && "by language", required && "required"].filter(Boolean).join(", ")}>
              <VisibleText text={title ?? name} newlines="mark" />
            </Fact>
          ))}
        </dl>
      </article>
    </li>
  );
}
