import type { Json } from "@countersign/protocol";
import { Table } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../strings/code.tsx";
import { isObject } from "../diff/json.ts";
import { JsonView } from "../json-view.tsx";
import { MoreButton } from "../more-button.tsx";
import { useReportUnopened } from "../review-parts.ts";
import { VisibleText } from "../visible-text.tsx";
import classes from "./preview.module.css";

interface Props {
  title?: string;
  columns: readonly string[];
  /** Undefined for a missing cell. */
  rows: readonly (readonly (Json | undefined)[])[];
}

const ROWS_AT_FIRST = 50;

/** Rows in the tool's order: the first ones at once, then how many remain, with a click to show more. */
export function PreviewTableView({ title, columns, rows }: Props) {
  const [limit, setLimit] = useState(ROWS_AT_FIRST);
  const waiting = Math.max(0, rows.length - limit);
  const next = Math.min(waiting, 3 * limit);
  const isOfNumbers = (column: number): boolean => rows.every((row) => typeof row[column] === "number");
  const size = strings.preview.tableSize(rows.length, columns.length);
  useReportUnopened(waiting > 0 ? 1 : 0, waiting > 0 ? 1 : 0);
  return (
    <div>
      <p className={classes.tableTitle}>
        {title !== undefined && <VisibleText text={title} newlines="mark" />} <small>{size}</small>
      </p>
      <div className={classes.scroll} role="region" aria-label={strings.preview.table} tabIndex={0}>
        <Table withTableBorder fz="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map((name, index) => (
                <Table.Th key={index} scope="col" data-number={isOfNumbers(index) || undefined}>
                  <VisibleText text={name} newlines="mark" />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, limit).map((row, index) => (
              <Table.Tr key={index}>
                {row.map((value, column) => (
                  <Table.Td key={column} data-number={typeof value === "number" || undefined}>
                    {value === undefined ? null : <Cell value={value} />}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {waiting > 0 && (
        <MoreButton onClick={() => setLimit(limit + next)}>
          {next === waiting ? strings.preview.moreRowsAll(waiting) : strings.preview.moreRows(waiting, next)}
        </MoreButton>
      )}
    </div>
  );
}

const Cell = ({ value }: { value: Json }) =>
  isObject(value) || Array.isArray(value) ? <JsonView value={value} /> : <VisibleText text={String(value)} />;
