import { Anchor, Button, NativeSelect, Skeleton, TextInput, Title } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { inShownWorkspace } from "../../api/request.ts";
import { auditQuery } from "../../api/audit-queries.ts";
import { EVENT_WORDS } from "../../ui/event-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { AuditTable } from "./audit-table.tsx";
import { VerifyLog } from "./verify-log.tsx";
import classes from "./audit-page.module.css";

const TYPING_PAUSE_MS = 300;

/** The whole audit log, newest first, with search, verification and export. */
export function AuditPage() {
  const search = useSearch({ from: "/page/audit" });
  const navigate = useNavigate();
  const log = useInfiniteQuery(auditQuery(search));
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const [text, setText] = useState(search.q ?? "");
  const change = (next: { q?: string; kind?: string; actionId?: string }): void => {
    const filled = Object.entries({ ...search, ...next }).filter(([, value]) => value !== "");
    void navigate({ to: "/audit", search: Object.fromEntries(filled), replace: true });
  };
  const find = useDebouncedCallback((q: string) => change({ q }), TYPING_PAUSE_MS);

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          Audit log
        </Title>
        <Anchor href={inShownWorkspace("/api/audit/export")} download="audit.ndjson" size="sm" underline="always">
          Export the whole log
        </Anchor>
      </div>
      <p className={classes.says}>
        Each entry carries the hash of the one before, so none can be changed or taken out unnoticed. Whoever has the export can
        check it without this server.
      </p>
      <VerifyLog />
      <div className={classes.filters}>
        <TextInput
          type="search"
          label="Search"
          placeholder="Name, file, word, id"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            find(currentTarget.value);
          }}
        />
        <NativeSelect
          label="What was done"
          value={search.kind ?? ""}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
          data={[{ value: "", label: "anything" }, ...Object.entries(EVENT_WORDS).map(([value, label]) => ({ value, label }))]}
        />
        {search.actionId !== undefined && (
          <Button variant="default" onClick={() => change({ actionId: "" })}>
            Of one action only: show all
          </Button>
        )}
      </div>
      {log.error && <Notice tone="error">The log could not be read: {log.error.message}</Notice>}
      {log.isPending && <Skeleton height={240} role="status" aria-label="Reading the log" />}
      {log.data && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show earlier entries
        </Button>
      )}
    </div>
  );
}
