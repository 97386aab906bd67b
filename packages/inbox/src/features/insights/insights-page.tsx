import { SegmentedControl, Skeleton, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { insightsQuery } from "../../api/workspace-queries.ts";
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
      <Unread title="The figures could not be read" order={1} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          Insights
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="How many days"
          value={days}
          onChange={(next) => void navigate({ to: "/insights", search: { days: next as InsightDays } })}
          data={INSIGHT_DAYS.map((value) => ({ value, label: `${value} days` }))}
        />
      </div>
      <p className={classes.says}>What was proposed in the last {days} days, and what became of it. Days are UTC.</p>
      {!data && <Skeleton height={320} role="status" aria-label="Reading the figures" />}
      {data && (
        <>
          <Figures total={data.total} />
          <DayChart days={data.byDay} />
          <TimesChart days={data.byDay} />
          <FiguresTable title="By tool" first="Tool" rows={data.byTool.map((row) => ({ ...row, name: row.toolName }))} />
          <FiguresTable title="By agent" first="Agent" rows={data.byAgent.map((row) => ({ ...row, name: row.agent.name }))} />
          <FiguresTable
            title="By person"
            first="Person"
            says="Each person's own decisions. Waiting is counted from the proposal; a decision from when the person first had it on the screen, as their browser says."
            rows={data.byPerson.map((row) => ({ ...row, name: row.person.name }))}
          />
        </>
      )}
    </div>
  );
}
