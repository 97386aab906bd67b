import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings } from "../../../strings/history.tsx";
import { notificationsOfQuery } from "../../../api/notification-queries.ts";
import { useFeature } from "../../../api/signed-in.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { deliveryWords, noticeWords } from "../../../ui/notification-words.ts";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "./timeline.module.css";

/** Who was told of an action, by which channel; read when a person asks for it. */
export function Deliveries({ id }: { id: string }) {
  const words = strings.deliveries;
  const isServed = useFeature("notifications");
  const [open, setOpen] = useState(false);
  if (!isServed) return null;
  return (
    <Section
      title={words.title}
      tools={
        <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.hide : words.show}
        </Button>
      }
    >
      {open && <List id={id} />}
    </Section>
  );
}

function List({ id }: { id: string }) {
  const words = strings.deliveries;
  const { data: rows, error } = useQuery(notificationsOfQuery(id));
  if (error) return <Notice tone="caution">{words.notRead(error.message)}</Notice>;
  if (!rows) return <Skeleton height={60} />;
  if (rows.length === 0) return <p role="status">{words.nobodyTold}</p>;
  return (
    <ol className={classes.list}>
      {rows.map(({ id: key, channel, kind, recipient, state, reason, createdAt, endedAt, dueAt }) => (
        <li key={key} className={classes.entry}>
          <div className={classes.line}>
            <span>
              {recipient
                ? words.toPerson(
                    <VisibleText text={recipient.name} newlines="mark" />,
                    noticeWords(kind),
                    <VisibleText text={channel} newlines="mark" />,
                  )
                : words.toChannel(<VisibleText text={channel} newlines="mark" />, noticeWords(kind))}
            </span>
            <StateBadge {...deliveryWords(state)} />
            <span className={classes.when}>
              <Moment at={endedAt ?? (state === "planned" ? dueAt : createdAt)} />
            </span>
          </div>
          {reason !== null && (
            <blockquote className={classes.said}>
              <VisibleText text={reason} />
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  );
}
