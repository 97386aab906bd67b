import type { Repeat, Safety } from "@countersign/protocol";
import { strings } from "../../strings/safety.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";
import classes from "./safety-page.module.css";

export function Declined({ rows }: { rows: Safety["declined"] }) {
  return (
    <Section
      title={strings.declined.title}
      none={strings.declined.none}
      head={strings.declined.head}
      rows={rows.map(({ pendingActionId: id, toolName, agent, by, reason, at }) => ({
        key: id,
        cells: [
          <TextLink key="tool" to="/actions/$id" params={{ id }}>
            <VisibleText text={toolName} newlines="mark" />
          </TextLink>,
          <PrincipalName key="agent" principal={agent} />,
          <PrincipalName key="by" principal={by} />,
          reason === null ? "–" : <VisibleText key="reason" text={reason} newlines="mark" />,
          <Moment key="at" at={at} />,
        ],
      }))}
    />
  );
}

export function Repeats({ refused, rows }: { refused: number; rows: readonly Repeat[] }) {
  const words = strings.repeats;
  return (
    <Section
      title={words.title}
      none={words.none}
      head={words.head}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <VisibleText key="tool" text={row.toolName} newlines="mark" />,
          <VisibleText key="agent" text={row.agent.name} newlines="mark" />,
          row.repeats,
          <Moment key="at" at={row.repeatedAt} />,
          row.pausedAt === null ? words.refused : words.paused,
        ],
      }))}
    >
      <p className={classes.says}>{words.total(refused)}</p>
    </Section>
  );
}

export function Stops({ rows }: { rows: Safety["stops"] }) {
  const words = strings.stops;
  return (
    <Section
      title={words.title}
      none={words.none}
      head={words.head}
      rows={rows.map(({ kind, by, words: said, at }) => ({
        key: at,
        cells: [
          kind === "stopped" ? words.stopped : words.lifted,
          <PrincipalName key="by" principal={by} />,
          said === null ? "–" : <VisibleText key="words" text={said} newlines="mark" />,
          <Moment key="at" at={at} />,
        ],
      }))}
    />
  );
}
