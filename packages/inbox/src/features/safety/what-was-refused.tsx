import type { Repeat, Safety } from "@countersign/protocol";
import { count } from "../../strings/count.ts";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";
import classes from "./safety-page.module.css";

export function Declined({ rows }: { rows: Safety["declined"] }) {
  return (
    <Section
      title="Declined"
      none="Nothing was rejected."
      head={["Tool", "Agent", "By", "Reason", "When"]}
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
  return (
    <Section
      title="Retried after rejection"
      none="No tool is held back for it now."
      head={["Tool", "Agent", "Repeats", "Last", "State"]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <VisibleText key="tool" text={row.toolName} newlines="mark" />,
          <VisibleText key="agent" text={row.agent.name} newlines="mark" />,
          row.repeats,
          <Moment key="at" at={row.repeatedAt} />,
          row.pausedAt === null ? "Refused" : "Paused",
        ],
      }))}
    >
      <p className={classes.says}>{count(refused, "call")} refused without asking anybody, because a person had said no.</p>
    </Section>
  );
}

export function Stops({ rows }: { rows: Safety["stops"] }) {
  return (
    <Section
      title="Emergency stops"
      none="No emergency stops"
      head={["What", "By", "Words", "When"]}
      rows={rows.map(({ kind, by, words, at }) => ({
        key: at,
        cells: [
          kind === "stopped" ? "Stopped" : "Lifted",
          <PrincipalName key="by" principal={by} />,
          words === null ? "–" : <VisibleText key="words" text={words} newlines="mark" />,
          <Moment key="at" at={at} />,
        ],
      }))}
    />
  );
}
