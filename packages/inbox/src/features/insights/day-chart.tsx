import type { Insights } from "@countersign/protocol";
import { Button, Table } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../strings/insights.tsx";
import { DAY_PARTS, dayParts } from "./chart-values.ts";
import classes from "./insights-page.module.css";

const WIDTH = 900;
const HEIGHT = 180;
const GAP_SHARE = 0.25;
/** Fractions of the height at which a labelled line is drawn. */
const LINES = [0, 0.5, 1];

/** One column per day, stacked by outcome; the same numbers as a table on request. */
export function DayChart({ days }: { days: Insights["byDay"] }) {
  const [asTable, setAsTable] = useState(false);
  const columns = days.map((day) => ({ day: day.day, parts: dayParts(day), total: day.proposed }));
  const highest = Math.max(1, ...columns.map(({ total }) => total));
  const top = highest + (highest % 2);
  const total = columns.reduce((sum, column) => sum + column.total, 0);
  const words = strings.byDay;
  return (
    <section className={classes.section} aria-label={words.title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{words.title}</h2>
        <Button size="compact-xs" variant="default" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? strings.hideTable : strings.showTable}
        </Button>
      </div>
      <svg
        className={classes.chart}
        viewBox={`-34 -10 ${WIDTH + 40} ${HEIGHT + 34}`}
        role="img"
        aria-label={words.chart(total, days.length, highest)}
      >
        {LINES.map((share) => (
          <g key={share}>
            <line x1={0} x2={WIDTH} y1={HEIGHT * (1 - share)} y2={HEIGHT * (1 - share)} className={classes.line} />
            <text x={-6} y={HEIGHT * (1 - share) + 4} textAnchor="end" className={classes.axis}>
              {top * share}
            </text>
          </g>
        ))}
        {columns.map((column, index) => (
          <Column
            key={column.day}
            {...column}
            left={(WIDTH / columns.length) * index}
            width={WIDTH / columns.length}
            top={top}
          />
        ))}
        {[columns[0], columns.at(-1)].map(
          (column, end) =>
            column && (
              <text key={end} x={end * WIDTH} y={HEIGHT + 18} textAnchor={end === 0 ? "start" : "end"} className={classes.axis}>
                {column.day}
              </text>
            ),
        )}
      </svg>
      <ul className={classes.legend}>
        {DAY_PARTS.map((part) => (
          <li key={part}>
            <i data-part={part} aria-hidden />
            {words.parts[part]}
          </li>
        ))}
      </ul>
      {asTable && <DayTable columns={columns} />}
    </section>
  );
}

interface DayColumn {
  day: string;
  parts: ReturnType<typeof dayParts>;
  total: number;
}

function DayTable({ columns }: { columns: readonly DayColumn[] }) {
  const words = strings.byDay;
  return (
    <div className={classes.scroll} role="region" aria-label={words.table} tabIndex={0}>
      <Table withTableBorder fz="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {[words.day, words.proposed, ...DAY_PARTS.map((part) => words.parts[part])].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.toReversed().map((column) => (
            <Table.Tr key={column.day}>
              <Table.Th scope="row">{column.day}</Table.Th>
              <Table.Td>{column.total}</Table.Td>
              {DAY_PARTS.map((part) => (
                <Table.Td key={part}>{column.parts[part]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface ColumnProps extends DayColumn {
  left: number;
  width: number;
  /** Value at the upper edge. */
  top: number;
}

function Column({ day, parts, total, left, width, top }: ColumnProps) {
  const there = DAY_PARTS.filter((part) => parts[part] > 0);
  const ended = there.map((part) => [part, parts[part]] as const);
  const heightOf = (amount: number): number => (amount / top) * HEIGHT;
  return (
    <g>
      <title>{strings.byDay.column(day, total, ended)}</title>
      {/* Makes the whole height of the day respond to the pointer. */}
      <rect x={left} y={0} width={width} height={HEIGHT} fill="transparent" />
      {there.map((part, index) => {
        const upToHere = there.slice(0, index + 1).reduce((sum, one) => sum + parts[one], 0);
        return (
          <rect
            key={part}
            data-part={part}
            x={left + (width * GAP_SHARE) / 2}
            y={HEIGHT - heightOf(upToHere)}
            width={width * (1 - GAP_SHARE)}
            height={heightOf(parts[part])}
          />
        );
      })}
    </g>
  );
}
