import type { Counts } from "@countersign/protocol";
import { Button, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { agentsQuery, grantsQuery, membersQuery, toolsQuery, upstreamsQuery } from "../../api/admin-queries.ts";
import { newestQuery } from "../../api/action-queries.ts";
import { useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/first-steps.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import classes from "./overview-page.module.css";

interface Step {
  label: string;
  about: string;
  to: NonNullable<LinkProps["to"]>;
  /** Undefined while unknown. */
  isDone: boolean | undefined;
}

/** What a new workspace still needs, for administrators, until everything is done or they hide it. */
export function FirstSteps({ counts }: { counts: Counts }) {
  const me = useMe();
  const [hidden, setHidden] = useLocalStorage({
    key: `countersign-first-steps-hidden-${me?.workspaceId ?? ""}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (hidden || me?.role !== "admin") return null;
  return <Steps counts={counts} onHide={() => setHidden(true)} />;
}

function Steps({ counts, onHide }: { counts: Counts; onHide: () => void }) {
  const steps = useSteps(counts);
  const words = strings.firstSteps;
  const isKnown = steps.every(({ isDone }) => isDone !== undefined);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (!isKnown || done === steps.length) return null;
  return (
    <section aria-label={words.title} className={classes.steps}>
      <div className={classes.stepsHead}>
        <Title order={3} size="h5">
          {words.title}
        </Title>
        <span>{words.progress(done, steps.length)}</span>
        <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={onHide}>
          {words.hide}
        </Button>
      </div>
      <ul>
        {steps.map(({ label, about, to, isDone }) => (
          <li key={label} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheckFilled size={20} role="img" aria-label={words.done} />
            ) : (
              <IconCircle size={20} role="img" aria-label={words.toDo} />
            )}
            <div>
              <TextLink to={to} fw={600}>
                {label}
              </TextLink>
              <p>{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSteps({ byStatus }: Counts): Step[] {
  const myId = useMe()?.principal.id ?? "";
  const hasRejected = (byStatus["rejected"] ?? 0) + (byStatus["refined"] ?? 0) > 0;
  // An executed action may have needed no decision.
  const own = useQuery({ ...newestQuery({ decidedBy: myId }, 1), enabled: !hasRejected }).data;
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data;
  const upstreams = useQuery({ ...upstreamsQuery, refetchInterval: false }).data;
  const tools = useQuery(toolsQuery).data;
  const grants = useQuery({ ...grantsQuery, refetchInterval: false }).data;
  const members = useQuery(membersQuery).data;
  const words = strings.firstSteps;
  return [
    {
      ...words.agent,
      to: "/admin/agents",
      isDone: agents?.some(({ lastUsedAt }) => lastUsedAt !== null),
    },
    {
      ...words.server,
      to: "/admin/upstreams",
      isDone: upstreams && upstreams.length > 0,
    },
    {
      ...words.decision,
      to: "/",
      isDone: hasRejected || (own && own.length > 0),
    },
    {
      ...words.policy,
      to: "/admin/tools",
      isDone:
        tools &&
        grants &&
        (grants.length > 0 ||
          tools.some(
            ({ approval, approvalRule, routingRules }) =>
              approval === "when" || approvalRule !== null || routingRules.length > 0,
          )),
    },
    {
      ...words.colleague,
      to: "/admin/people",
      isDone: members && members.length > 1,
    },
  ];
}
