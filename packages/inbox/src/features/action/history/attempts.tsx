import type { Attempt } from "@countersign/protocol";
import { Table } from "@mantine/core";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "../action-page.module.css";

const OUTCOME_WORDS = { running: "Running", executed: "Done", failed: "Failed", lost: "Lost" } as const satisfies Record<
  Attempt["outcome"],
  string
>;

/** Attempts to execute an action: who ran each, and how it ended. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Section title="Runs">
      <div className={classes.scroll} role="region" aria-label="Table of runs" tabIndex={0}>
        <Table withTableBorder fz="sm">
          <Table.Thead>
            <Table.Tr>
              {["Run", "By", "Started", "Ended", "Last heartbeat", "Outcome"].map((name) => (
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
                  {OUTCOME_WORDS[attempt.outcome]}
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
