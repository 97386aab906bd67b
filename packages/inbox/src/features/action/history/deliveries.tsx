import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
  const isServed = useFeature("notifications");
  const [open, setOpen] = useState(false);
  if (!isServed) return null;
  return (
    <Section
      title="Notifications"
      tools={
        <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide who was told" : "Show who was told"}
        </Button>
      }
    >
      {open && <List id={id} />}
    </Section>
  );
}

function List({ id }: { id: string }) {
  const { data: rows, error } = useQuery(notificationsOfQuery(id));
  if (error) return <Notice tone="caution">The notifications could not be read: {error.message}</Notice>;
  if (!rows) return <Skeleton height={60} />;
  if (rows.length === 0) return <p role="status">Nobody was told of it outside of these pages.</p>;
  return (
    <ol className={classes.list}>
      {rows.map(({ id: key, channel, kind, recipient, state, reason, createdAt, endedAt, dueAt }) => (
        <li key={key} className={classes.entry}>
          <div className={classes.line}>
            <span>
              <VisibleText text={recipient?.name ?? channel} newlines="mark" />: {noticeWords(kind)}
              {recipient && (
                <>
                  {" by "}
                  <VisibleText text={channel} newlines="mark" />
                </>
              )}
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
