import { Skeleton, Table, Text, Title } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { countsQuery, openCheckpointsQuery } from "../../api/action-queries.ts";
import { Blank } from "../../ui/blank.tsx";
import { count } from "../../ui/count.ts";
import { Moment } from "../../ui/moment.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./overview-page.module.css";

/** Shows pending actions by tool and age while no action is open. */
export function OverviewPage() {
  const counts = useQuery(countsQuery).data;
  if (!counts) return <Skeleton m="xl" height={160} />;
  const waiting = counts.byStatus["pending"] ?? 0;
  if (waiting === 0) {
    return (
      <Blank icon={<IconInbox size={26} />} title="All decided">
        Nothing waits. New proposals appear by themselves.
      </Blank>
    );
  }
  return (
    <div className={classes.page}>
      <Title order={2} size="h3">
        {count(waiting, "action")} {waiting === 1 ? "needs" : "need"} a decision
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        {counts.oldestPendingAt && (
          <>
            Oldest: <Moment at={counts.oldestPendingAt} />.
          </>
        )}
      </Text>
      <OpenCheckpoints />
      <Table withTableBorder className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Tool</Table.Th>
            <Table.Th scope="col" ta="right">
              Waiting
            </Table.Th>
            <Table.Th scope="col">Oldest</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counts.byTool.map(({ toolName, pending, oldestAt }) => (
            <Table.Tr key={toolName}>
              <Table.Td>
                <TextLink to="/" search={{ tool: toolName }} ff="monospace">
                  <VisibleText text={toolName} newlines="mark" />
                </TextLink>
              </Table.Td>
              <Table.Td ta="right">{pending}</Table.Td>
              <Table.Td>
                <Moment at={oldestAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Lists subtasks with pending actions, which can be decided together. */
function OpenCheckpoints() {
  const waiting = (useQuery(openCheckpointsQuery).data ?? []).filter(({ pending }) => pending > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Checkpoints">
      <Title order={3} size="h5">
        Checkpoints
      </Title>
      <ul>
        {waiting.map(({ id, label, pending, createdAt }) => (
          <li key={id}>
            <TextLink to="/checkpoints/$id" params={{ id }}>
              <VisibleText text={label} newlines="mark" />
            </TextLink>
            : {pending} {pending === 1 ? "waits" : "wait"}, opened <Moment at={createdAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
