import type { Insights } from "@countersign/protocol";
import { Button, Table } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../strings/insights.tsx";
import { duration } from "../../ui/time-words.ts";
import { topOf } from "./chart-values.ts";
import classes from "./insights-page.module.css";

type Day = Insights["byDay"][number];

const WIDTH = 430;
const HEIGHT = 120;
const GAP_SHARE = 0.25;

const MEASURES = [
  ["waiting", "waitingSays"],
  ["deciding", "decidingSays"],
] as const;

/** How long people took, by day of proposal: medians as columns, each measure on its own scale; a table has the numbers. */
export function TimesChart({ days }: { days: readonly Day[] }) {
  const [asTable, setAsTable] = useState(false);
  if (days.every(({ waiting }) => waiting.medianSeconds === null)) return null;
  const words = strings.times;
  return (
    <section className={classes.section} aria-label={words.title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{words.title}</h2>
        <Button size="compact-xs" variant="default" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? strings.hideTable : strings.showTable}
        </Button>
      </div>
      <div className={classes.pair}>
        {MEASURES.map(([measure, says]) => (
          <figure key={measure} className={classes.small}>
            <figcaption>
              {words[measure]} <span>{words[says]}</span>
            </figcaption>
            <Columns name={words[measure]} days={days.map((day) => ({ day: day.day, seconds: day[measure].medianSeconds }))} />
          </figure>
        ))}
      </div>
      {asTable && <TimesTable days={days} />}
    </section>
  );
}

function Columns({ name, days }: { name: string; days: readonly { day: string; seconds: number | null }[] }) {
  const highest = Math.max(0, ...days.map(({ seconds }) => seconds ?? 0));
  const measured = days.filter(({ seconds }) => seconds !== null).length;
  if (measured === 0) return <p className={classes.says}>{strings.times.nothingMeasured}</p>;
  const top = topOf(highest);
  const width = WIDTH / days.length;
  return (
    <svg
      className={classes.chart}
      viewBox={`-62 -10 ${WIDTH + 68} ${HEIGHT + 34}`}
      role="img"
      aria-label={strings.times.chart(name, measured, days.length, duration(highest))}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line x1={0} x2={WIDTH} y1={HEIGHT * (1 - share)} y2={HEIGHT * (1 - share)} className={classes.line} />
          <text x={-6} y={HEIGHT * (1 - share) + 4} textAnchor="end" className={classes.axis}>
            {share === 0 ? "0" : duration(top * share)}
          </text>
        </g>
      ))}
      {days.map(({ day, seconds }, index) => {
        if (seconds === null) return null;
        // A minimum height shows that a value was measured, even one close to zero.
        const height = Math.max(2, (seconds / top) * HEIGHT);
        return (
          <g key={day}>
            <title>{`${day}: ${duration(seconds)}`}</title>
            <rect x={width * index} y={0} width={width} height={HEIGHT} fill="transparent" />
            <rect
              data-part="time"
              x={width * index + (width * GAP_SHARE) / 2}
              y={HEIGHT - height}
              width={width * (1 - GAP_SHARE)}
              height={height}
            />
          </g>
        );
      })}
      {[days[0], days.at(-1)].map(
        (end, index) =>
          end && (
            <text
              key={index}
              x={index * WIDTH}
              y={HEIGHT + 18}
              textAnchor={index === 0 ? "start" : "end"}
              className={classes.axis}
            >
              {end.day}
            </text>
          ),
      )}
    </svg>
  );
}

const COLUMNS = ["day", "medianWait", "longWait", "medianDecision", "longDecision", "measured"] as const;

function TimesTable({ days }: { days: readonly Day[] }) {
  return (
    <div className={classes.scroll} role="region" aria-label={strings.times.table} tabIndex={0}>
      <Table withTableBorder fz="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <Table.Th key={column} scope="col">
                {strings.times.columns[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ day, waiting, deciding, timed }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row">{day}</Table.Th>
              <Table.Td>{duration(waiting.medianSeconds)}</Table.Td>
              <Table.Td>{duration(waiting.p90Seconds)}</Table.Td>
              <Table.Td>{duration(deciding.medianSeconds)}</Table.Td>
              <Table.Td>{duration(deciding.p90Seconds)}</Table.Td>
              <Table.Td>{timed}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
