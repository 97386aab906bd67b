import { Anchor, Button, Skeleton, Title } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { inShownWorkspace } from "../../api/request.ts";
import { auditQuery, type AuditSearchFilter } from "../../api/audit-queries.ts";
import { strings } from "../../strings/audit.tsx";
import { Blank } from "../../ui/blank.tsx";
import { rangeOf } from "../../ui/days.ts";
import { Notice } from "../../ui/notice.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { useToday } from "../../ui/use-clock.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { readAuditSearch, type AuditSearch } from "./audit-search.ts";
import { AuditTable } from "./audit-table.tsx";
import { AuditViews } from "./audit-views.tsx";
import { VerifyLog } from "./verify-log.tsx";
import classes from "./audit-page.module.css";

/** The audit log, newest first, with filters, verification and export. */
export function AuditPage() {
  const found = useSearch({ from: "/page/audit" });
  const search = useMemo(() => readAuditSearch({ ...found }), [found]);
  const today = useToday();
  const filter = useMemo(() => auditFilterOf(search, today), [search, today]);
  const navigate = useNavigate();
  const log = useInfiniteQuery(auditQuery(filter));
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const show = (next: AuditSearch): void => {
    const filled = Object.entries(next).filter(([, value]) => value !== "");
    void navigate({ to: "/audit", search: Object.fromEntries(filled), replace: true });
  };

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {strings.title}
        </Title>
        <Anchor href={inShownWorkspace("/api/audit/export")} download="audit.ndjson" size="sm" underline="always">
          {strings.exportAll}
        </Anchor>
      </div>
      <p className={classes.says}>{strings.says}</p>
      <VerifyLog />
      <AuditViews search={search} />
      <AuditFilters search={search} onChange={(part) => show({ ...search, ...part })} />
      {log.error && <Notice tone="error">{strings.notRead(log.error.message)}</Notice>}
      {log.isPending && <Skeleton height={240} role="status" aria-label={strings.reading} />}
      {log.data && entries.length > 0 && <AuditTable entries={entries} />}
      {log.data && entries.length === 0 && (
        <div role="status">
          <Blank icon={<IconSearchOff size={24} />} title={strings.nothingMatches}>
            <Button size="xs" variant="default" mt="xs" onClick={() => show({})}>
              {strings.clearFilters}
            </Button>
          </Blank>
        </div>
      )}
      <ShowMore list={log} label={strings.showEarlier} />
    </div>
  );
}

/** `today` is the start of the current day in the browser's time zone, in ms. */
function auditFilterOf(search: AuditSearch, today: number): AuditSearchFilter {
  const { agent, person, tool, days: _days, from: _from, until: _until, ...same } = search;
  return {
    ...same,
    ...(agent !== undefined && { agentId: agent }),
    ...(person !== undefined && { actorId: person }),
    ...(tool !== undefined && { toolName: tool }),
    ...rangeOf(search, today),
  };
}
