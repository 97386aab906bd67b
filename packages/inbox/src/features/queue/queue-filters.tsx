import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { displayText, type Counts } from "@countersign/protocol";
import { lazy, Suspense, useState } from "react";
import { countsQuery } from "../../api/action-queries.ts";
import { toolsQuery } from "../../api/admin-queries.ts";
import type { QueueFilter } from "../../api/list-filter.ts";
import { useSavedViews } from "../../api/saved-views.ts";
import { strings } from "../../strings/queue.tsx";
import { MenuButton } from "../../ui/menu/menu-button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ViewLinks } from "../../ui/view-links.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { HistoryFilters, showsHistory } from "./history-filters.tsx";
import { dropEmpty, VIEWS, type QueueSearch } from "./queue-search.ts";
import classes from "./queue-pane.module.css";

const ExportMenu = lazy(async () => ({ default: (await import("./export-menu.tsx")).ExportMenu }));
const MoreFilters = lazy(async () => ({ default: (await import("./more-filters.tsx")).MoreFilters }));

interface Props {
  search: QueueSearch;
  /** What the list shows, to be exported. */
  filter: QueueFilter;
}

/** Filters of the queue. Each one is in the URL, so that a view can be kept, shared and returned to. */
export function QueueFilters({ search, filter }: Props) {
  const navigate = useNavigate();
  const counts = useQuery(countsQuery).data;
  const saved = useSavedViews("inbox");
  const [more, setMore] = useState(false);
  const change = (part: Partial<QueueSearch>): void =>
    void navigate({ to: ".", search: () => dropEmpty({ ...search, ...part }), replace: true });
  const withHistory = showsHistory(search);
  const known = useQuery({ ...toolsQuery, enabled: withHistory }).data ?? [];
  const tools = [
    ...new Set([
      ...(counts?.byTool.map(({ toolName }) => toolName) ?? []),
      ...(withHistory ? known.map(({ name }) => name) : []),
      ...(search.tool ? [search.tool] : []),
    ]),
  ].sort();

  return (
    <div role="search" aria-label={strings.filters.label}>
      <Views search={search} counts={counts} />
      <div className={classes.inputs}>
        <SearchField label={strings.filters.search} text={search.q ?? ""} onChange={(q) => change({ q })} isQueueSearch />
        <NativeSelect
          size="xs"
          aria-label={strings.filters.tool}
          value={search.tool ?? ""}
          onChange={(event) => change({ tool: event.currentTarget.value })}
          data={[
            { value: "", label: strings.filters.anyTool },
            ...tools.map((name) => ({ value: name, label: displayText(name, { newlines: "mark" }) })),
          ]}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={strings.filters.more}
          title={strings.filters.more}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          <IconAdjustmentsHorizontal size={16} aria-hidden />
        </ActionIcon>
        <MenuButton
          button={
            <ActionIcon variant="default" size={30} aria-label={strings.exports.button} title={strings.exports.button}>
              <IconDownload size={16} aria-hidden />
            </ActionIcon>
          }
          menu={(button) => <ExportMenu button={button} filter={filter} />}
        />
      </div>
      {withHistory && <HistoryFilters search={search} onChange={change} />}
      {more && (
        <Suspense>
          <MoreFilters search={search} counts={counts} saved={saved} onChange={change} />
        </Suspense>
      )}
      <ViewLinks views={saved} />
      <FilterChips search={search} counts={counts} onChange={change} />
    </div>
  );
}

/** Statuses that people look for together, with the numbers of what needs them. */
function Views({ search, counts }: { search: QueueSearch; counts: Counts | undefined }) {
  const sum = (statuses: readonly string[]): number =>
    statuses.reduce((total, status) => total + (counts?.byStatus[status] ?? 0), 0);
  return (
    <nav className={classes.views} aria-label={strings.filters.views}>
      {VIEWS.map(({ name, status, statuses }) => {
        const number = status === undefined || name === "problems" ? sum(statuses ?? []) : 0;
        return (
          <Link
            key={name}
            to="/"
            search={dropEmpty({ ...search, status: status ?? "" })}
            className={classes.view}
            aria-current={search.status === status ? "true" : undefined}
            activeOptions={{ exact: true }}
          >
            {strings.views[name]}
            {number > 0 && (
              <span className={classes.number} data-alarm={name === "problems" || undefined}>
                {number > 999 ? "999+" : number}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
