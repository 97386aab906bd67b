import { Table } from "@mantine/core";
import { strings } from "../../strings/insights.tsx";
import { duration } from "../../ui/time-words.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { approvalRate, editRate, type FiguresRow } from "./chart-values.ts";
import { VerdictBars } from "./verdict-bars.tsx";
import classes from "./insights-page.module.css";

interface Props {
  /** What each row is of. */
  of: keyof typeof strings.groups;
  says?: string;
  rows: readonly FiguresRow[];
}

type ColumnName = keyof typeof strings.columns;

const COLUMNS: readonly (readonly [name: ColumnName, cell: (row: FiguresRow) => string | number])[] = [
  ["proposed", ({ proposed, decided }) => proposed ?? decided ?? 0],
  ["approved", approvalRate],
  ["edited", editRate],
  ["rejected", ({ rejected }) => rejected],
  ["refined", ({ refined }) => refined],
  ["expired", ({ expired }) => expired ?? "–"],
  ["failed", ({ failed }) => failed],
  ["unknown", ({ unknown }) => unknown],
  ["medianWait", ({ waiting }) => duration(waiting.medianSeconds)],
  ["longWait", ({ waiting }) => duration(waiting.p90Seconds)],
  ["medianDecision", ({ deciding }) => duration(deciding.medianSeconds)],
  ["medianRun", ({ execution }) => duration(execution.medianSeconds)],
];

export function FiguresTable({ of, says, rows }: Props) {
  if (rows.length === 0) return null;
  const isOfPeople = rows.every(({ proposed }) => proposed === undefined);
  const headOf = (name: ColumnName): string => strings.columns[name === "proposed" && isOfPeople ? "decided" : name];
  const { title, name, table } = strings.groups[of];
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {says && <p className={classes.says}>{says}</p>}
      <VerdictBars of={of} rows={rows} />
      <div className={classes.scroll} role="region" aria-label={table} tabIndex={0}>
        <Table withTableBorder fz="sm" horizontalSpacing="xs" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {[name, ...COLUMNS.map(([column]) => headOf(column))].map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={index}>
                <Table.Th scope="row" className={classes.name}>
                  <VisibleText text={row.name} newlines="mark" />
                </Table.Th>
                {COLUMNS.map(([column, cell]) => (
                  <Table.Td key={column}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
