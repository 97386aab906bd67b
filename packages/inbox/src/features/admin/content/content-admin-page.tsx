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
import { count } from "../../../strings/count.ts";
import { elementWords } from "../../../ui/element-words.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import classes from "../shared/admin.module.css";

/** Edits the workspace's content types and who may do what in which folder. */
export function ContentAdminPage() {
  const types = useQuery(contentTypesQuery);
  const rights = useQuery(contentRightsQuery);
  const [editing, setEditing] = useState<StoredType | "new" | null>(null);
  return (
    <>
      <PageHead
        title="Content types"
        says={
          <>
            The types of what is in <TextLink to="/content">the content</TextLink>, and who may do what in which folder, person
            or agent. <Export />
          </>
        }
      >
        <Button onClick={() => setEditing("new")}>Add a class of objects…</Button>
      </PageHead>
      <Loaded query={types} what="The types">
        {(rows) => (
          <ul className={classes.list} aria-label="Types">
            {rows.map((type) => (
              <TypeCard key={`${type.kind} ${type.name}`} type={type} onEdit={() => setEditing(type)} />
            ))}
          </ul>
        )}
      </Loaded>
      <Loaded query={rights} what="The rights">
        {(rows) => <RightsForm rights={rows} />}
      </Loaded>
      {editing && <TypeDialog type={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

const Export = () => (
  <Anchor href={inShownWorkspace("/api/content/export")} download="content.json" size="sm" underline="always">
    Export all of it
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
            {elementWords(type.kind).one} <code>{type.name}</code> · {count(type.elements, "element")}
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
