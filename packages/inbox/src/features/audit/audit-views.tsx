import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { savedViewsQuery, useSavedViews, useViewChanges } from "../../api/saved-views.ts";
import { useMe } from "../../api/signed-in.ts";
import { stringifySearch } from "../../page-search.ts";
import { strings } from "../../strings/views.tsx";
import { SavedViews } from "../../ui/saved-views.tsx";
import { ViewLinks } from "../../ui/view-links.tsx";
import type { AuditSearch } from "./audit-search.ts";
import classes from "./audit-page.module.css";

/** Saved filters of the audit log. */
export function AuditViews({ search }: { search: AuditSearch }) {
  const [open, setOpen] = useState(false);
  const views = useSavedViews("audit");
  return (
    <div>
      <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        {strings.title}
      </Button>
      {open && <Panel search={search} />}
      <ViewLinks views={views} />
    </div>
  );
}

function Panel({ search }: { search: AuditSearch }) {
  const views = useSavedViews("audit");
  // Another page of the same person tells nobody of a private view.
  useQuery({ ...savedViewsQuery, refetchOnMount: "always" });
  return (
    <div className={classes.views}>
      <SavedViews
        page="audit"
        views={views}
        query={stringifySearch({ ...search }).slice(1)}
        reader={useMe()?.principal.id}
        changes={useViewChanges()}
      />
    </div>
  );
}
