import type { Attempt } from "@countersign/protocol";
import { Table } from "@mantine/core";
import { strings } from "../../../strings/history.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "../action-page.module.css";

/** Attempts to execute an action: who ran each, and how it ended. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  const words = strings.attempts;
  return (
    <Section title={words.title}>
      <div className={classes.scroll} role="region" aria-label={words.table} tabIndex={0}>
        <Table withTableBorder fz="sm">
          <Table.Thead>
            <Table.Tr>
              {words.head.map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {attempts.map((attempt) => (
              <Table.Tr key={attempt.number}>
                <Table.Td>{attempt.number}</Table.Td>
                <Table.Td>
                  <VisibleText text={attempt.executor} newlines="mark" />
                </Table.Td>
                {[attempt.startedAt, attempt.endedAt, attempt.lastSignAt].map((at, index) => (
                  <Table.Td key={index}>{at === null ? "–" : <Moment at={at} />}</Table.Td>
                ))}
                <Table.Td>
                  {words.outcomes[attempt.outcome]}
                  {attempt.error && (
                    <>
                      : <VisibleText text={attempt.error.message} />
                    </>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}
