import type { StoredType } from "@countersign/protocol";
import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contentRightsQuery, contentTypesQuery } from "../../../api/content-queries.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { RightsForm } from "./rights-form.tsx";
import { TypeCard } from "./type-card.tsx";
import { TypeDialog } from "./type-dialog.tsx";
import classes from "../shared/admin.module.css";

/** What content consists of in this workspace, and who may do what in which folder. */
export function ContentAdminPage() {
  const types = useQuery(contentTypesQuery);
  const rights = useQuery(contentRightsQuery);
  const [editing, setEditing] = useState<StoredType | "new" | null>(null);
  return (
    <>
      <PageHead
        title="Content"
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
  <Anchor href="/api/content/export" download="content.json" size="sm" underline="always">
    Export all of it
  </Anchor>
);
