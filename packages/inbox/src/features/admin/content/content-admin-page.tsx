import type { StoredType } from "@countersign/protocol";
import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inShownWorkspace } from "../../../api/request.ts";
import { contentRightsQuery, contentTypesQuery } from "../../../api/content-queries.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { RightsForm } from "./rights-form.tsx";
import { TypeDialog } from "./type-dialog.tsx";
import { strings } from "../../../strings/admin-content.tsx";
import { elementWords } from "../../../ui/element-words.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import classes from "../shared/admin.module.css";

/** Edits the workspace's content types and who may do what in which folder. */
export function ContentAdminPage() {
  const words = strings.page;
  const types = useQuery(contentTypesQuery);
  const rights = useQuery(contentRightsQuery);
  const [editing, setEditing] = useState<StoredType | "new" | null>(null);
  return (
    <>
      <PageHead
        title={words.title}
        says={
          <>
            {words.says((text) => (
              <TextLink to="/content">{text}</TextLink>
            ))}{" "}
            <Export />
          </>
        }
      >
        <Button onClick={() => setEditing("new")}>{words.addClass}</Button>
      </PageHead>
      <Loaded query={types} what={words.typesToRead}>
        {(rows) => (
          <ul className={classes.list} aria-label={words.types}>
            {rows.map((type) => (
              <TypeCard key={`${type.kind} ${type.name}`} type={type} onEdit={() => setEditing(type)} />
            ))}
          </ul>
        )}
      </Loaded>
      <Loaded query={rights} what={words.rightsToRead}>
        {(rows) => <RightsForm rights={rows} />}
      </Loaded>
      {editing && <TypeDialog type={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

const Export = () => (
  <Anchor href={inShownWorkspace("/api/content/export")} download="content.json" size="sm" underline="always">
    {strings.page.exportAll}
  </Anchor>
);

/** A type with its fields by name and kind. */
function TypeCard({ type, onEdit }: { type: StoredType; onEdit: () => void }) {
  return (
    <li>
      <article className={classes.card} aria-label={type.title}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={type.title} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            {elementWords(type.kind).one} <code>{type.name}</code> · {strings.type.elements(type.elements)}
            <Button size="compact-sm" variant="default" aria-label={strings.type.fieldsOf(type.title)} onClick={onEdit}>
              {strings.type.changeFields}
            </Button>
          </span>
        </div>
        <dl className={classes.facts}>
          {type.fields.map(({ name, title, kind, localized, required }) => (
            <Fact
              key={name}
              name={[kind, localized && strings.type.byLanguage, required && strings.type.required].filter(Boolean).join(", ")}
            >
              <VisibleText text={title ?? name} newlines="mark" />
            </Fact>
          ))}
        </dl>
      </article>
    </li>
  );
}
