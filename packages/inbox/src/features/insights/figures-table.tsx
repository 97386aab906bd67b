import { Table } from "@mantine/core";
import { duration } from "../../ui/time-words.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { approvalRate, editRate, type FiguresRow } from "./chart-values.ts";
import { VerdictBars } from "./verdict-bars.tsx";
import classes from "./insights-page.module.css";

interface Props {
  title: string;
  /** Heading of the first column. */
  first: string;
  says?: string;
  rows: readonly FiguresRow[];
}

const COLUMNS: readonly (readonly [head: string, cell: (row: FiguresRow) => string | number])[] = [
  ["Proposed", ({ proposed, decided }) => proposed ?? decided ?? 0],
  ["Approved", approvalRate],
  ["Edited first", editRate],
  ["Rejected", ({ rejected }) => rejected],
  ["Sent back", ({ refined }) => refined],
  ["Expired", ({ expired }) => expired ?? "–"],
  ["Failed", ({ failed }) => failed],
  ["Unknown", ({ unknown }) => unknown],
  ["Median wait", ({ waiting }) => duration(waiting.medianSeconds)],
  ["9 of 10 waited less", ({ waiting }) => duration(waiting.p90Seconds)],
  ["Median decision", ({ deciding }) => duration(deciding.medianSeconds)],
  ["Median run", ({ execution }) => duration(execution.medianSeconds)],
];

export function FiguresTable({ title, first, says, rows }: Props) {
  if (rows.length === 0) return null;
  const isOfPeople = rows.every(({ proposed }) => proposed === undefined);
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {says && <p className={classes.says}>{says}</p>}
      <VerdictBars title={title} rows={rows} />
      <div className={classes.scroll} role="region" aria-label={`Table ${title.toLowerCase()}`} tabIndex={0}>
        <Table withTableBorder fz="sm" horizontalSpacing="xs" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {[first, ...COLUMNS.map(([head]) => (head === "Proposed" && isOfPeople ? "Decided" : head))].map((head) => (
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
                {COLUMNS.map(([head, cell]) => (
                  <Table.Td key={head}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
