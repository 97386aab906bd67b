import { SegmentedControl, Skeleton, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { insightsQuery } from "../../api/workspace-queries.ts";
import { strings } from "../../strings/insights.tsx";
import { DayChart } from "./day-chart.tsx";
import { Figures } from "./figures.tsx";
import { TimesChart } from "./times-chart.tsx";
import { DEFAULT_DAYS, INSIGHT_DAYS, readInsightsSearch, type InsightDays } from "../../page-search.ts";
import { FiguresTable } from "./figures-table.tsx";
import classes from "./insights-page.module.css";
import { Unread } from "../../ui/unread.tsx";

/** Shows how long people take, what they decide, and the outcomes. */
export function InsightsPage() {
  const { days = DEFAULT_DAYS } = readInsightsSearch({ ...useSearch({ from: "/page/insights" }) });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({ ...insightsQuery(Number(days)), placeholderData: keepPreviousData });
  if (error && !data) {
    return (
      <Unread title={strings.unread} order={1} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {strings.title}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={strings.howMany}
          value={days}
          onChange={(next) => void navigate({ to: "/insights", search: { days: next as InsightDays } })}
          data={INSIGHT_DAYS.map((value) => ({ value, label: strings.days(Number(value)) }))}
        />
      </div>
      <p className={classes.says}>{strings.says(Number(days))}</p>
      {!data && <Skeleton height={320} role="status" aria-label={strings.reading} />}
      {data && (
        <>
          <Figures total={data.total} />
          <DayChart days={data.byDay} />
          <TimesChart days={data.byDay} />
          <FiguresTable of="tool" rows={data.byTool.map((row) => ({ ...row, name: row.toolName }))} />
          <FiguresTable of="agent" rows={data.byAgent.map((row) => ({ ...row, name: row.agent.name }))} />
          <FiguresTable
            of="person"
            says={strings.personSays}
            rows={data.byPerson.map((row) => ({ ...row, name: row.person.name }))}
          />
        </>
      )}
    </div>
  );
}
