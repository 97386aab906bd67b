import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../../strings/safety.tsx";
import classes from "./safety-page.module.css";

interface Props {
  title: string;
  /** Text to show if there are no rows. */
  none: string;
  head: readonly string[];
  /** The cells of each row; the first names it. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  children?: ReactNode;
}

/** A heading, a sentence and a table, or the text that explains why there is none. */
export function Section({ title, none, head, rows, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {children}
      {rows.length === 0 ? (
        <p className={classes.says}>{none}</p>
      ) : (
        <div className={classes.scroll} role="region" aria-label={strings.tableOf(title)} tabIndex={0}>
          <Table withTableBorder fz="sm" horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {head.map((one) => (
                  <Table.Th key={one} scope="col">
                    {one}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, cells: [name, ...rest] }) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {rest.map((cell, n) => (
                    <Table.Td key={n}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
