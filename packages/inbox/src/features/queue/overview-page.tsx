import type { Counts } from "@countersign/protocol";
import { Skeleton, Text, Title } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { countsQuery, newestQuery, openCheckpointsQuery } from "../../api/action-queries.ts";
import { Blank } from "../../ui/blank.tsx";
import { strings } from "../../strings/queue.tsx";
import { Moment } from "../../ui/moment.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./overview-page.module.css";

const FirstSteps = lazy(async () => ({ default: (await import("./first-steps.tsx")).FirstSteps }));

/** Shows what waits and what failed while no action is open, and to a new workspace's administrators what it still needs. */
export function OverviewPage() {
  const counts = useQuery(countsQuery).data;
  if (!counts) return <Skeleton m="xl" height={160} />;
  const waiting = counts.byStatus["pending"] ?? 0;
  return (
    <div className={classes.page}>
      {waiting === 0 ? (
        <Blank icon={<IconInbox size={26} />} title={strings.overview.allDecided}>
          {strings.overview.allDecidedMeaning}
        </Blank>
      ) : (
        <div>
          <Title order={2} size="h3">
            {strings.overview.needDecision(waiting)}
          </Title>
          <Text c="dimmed" size="sm">
            {counts.oldestPendingAt && strings.overview.oldestIs(<Moment at={counts.oldestPendingAt} />)}
          </Text>
        </div>
      )}
      <OpenCheckpoints />
      <Problems counts={counts} />
      <Suspense>
        <FirstSteps counts={counts} />
      </Suspense>
      {waiting > 0 && <ByTool counts={counts} />}
    </div>
  );
}

const PROBLEMS = ["failed", "outcome_unknown"] as const;
const MAX_PROBLEMS = 5;

/** The newest actions that failed or whose outcome is unknown, with a link to all of them. */
function Problems({ counts }: { counts: Counts }) {
  const amount = PROBLEMS.reduce((sum, status) => sum + (counts.byStatus[status] ?? 0), 0);
  const newest = useQuery({ ...newestQuery({ status: PROBLEMS }, MAX_PROBLEMS), enabled: amount > 0 }).data ?? [];
  if (amount === 0 || newest.length === 0) return null;
  return (
    <section aria-label={strings.overview.problems}>
      <Title order={3} size="h5" mb={6}>
        {strings.overview.problemCount(amount)}
      </Title>
      <ul className={classes.problems}>
        {newest.map((row) => (
          <li key={row.id}>
            <TextLink to="/actions/$id" params={{ id: row.id }} search={{ status: PROBLEMS.join() }}>
              <VisibleText text={row.preview.title} newlines="mark" />
            </TextLink>
            <StatusBadge status={row.status} isQuestion={row.isQuestion} />
          </li>
        ))}
      </ul>
      {amount > newest.length && (
        <TextLink to="/" search={{ status: PROBLEMS.join() }}>
          {strings.overview.all(amount)}
        </TextLink>
      )}
    </section>
  );
}

/** Pending actions by tool. */
function ByTool({ counts }: { counts: Counts }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{strings.overview.tool}</th>
          <th scope="col" data-number>
            {strings.overview.waiting}
          </th>
          <th scope="col">{strings.overview.oldest}</th>
        </tr>
      </thead>
      <tbody>
        {counts.byTool.map(({ toolName, pending, oldestAt }) => (
          <tr key={toolName}>
            <td>
              <TextLink to="/" search={{ tool: toolName }} ff="monospace">
                <VisibleText text={toolName} newlines="mark" />
              </TextLink>
            </td>
            <td data-number>{pending}</td>
            <td>
              <Moment at={oldestAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists subtasks with pending actions, which can be decided together. */
function OpenCheckpoints() {
  const waiting = (useQuery(openCheckpointsQuery).data ?? []).filter(({ pending }) => pending > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={strings.overview.checkpoints}>
      <Title order={3} size="h5">
        {strings.overview.checkpoints}
      </Title>
      <ul>
        {waiting.map(({ id, label, pending, createdAt }) => (
          <li key={id}>
            {strings.overview.checkpoint(
              <TextLink to="/checkpoints/$id" params={{ id }}>
                <VisibleText text={label} newlines="mark" />
              </TextLink>,
              pending,
              <Moment at={createdAt} />,
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
