import type { JsonObject, TimelineEntry } from "@countersign/protocol";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings } from "../../../strings/history.tsx";
import { timelineQuery } from "../../../api/action-queries.ts";
import { eventWords, questionEventWords, wordsOfEvent } from "../../../ui/event-words.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import classes from "./timeline.module.css";

/** Keys of an entry's data that hold a person's words; these are shown with the entry. */
const WORDS_OF_PEOPLE = ["comment", "reason", "feedback", "note"] as const;

export function Timeline({ id, isQuestion }: { id: string; isQuestion: boolean }) {
  const { data: entries, error } = useQuery(timelineQuery(id));
  return (
    <Section title={strings.timeline.title}>
      {error && <Notice tone="caution">{strings.timeline.notRead(error.message)}</Notice>}
      {!entries && !error && <Skeleton height={80} />}
      {entries && (
        <ol className={classes.list}>
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} words={isQuestion ? questionEventWords() : eventWords()} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Entry({ entry, words }: { entry: TimelineEntry; words: Readonly<Record<string, string>> }) {
  const [open, setOpen] = useState(false);
  const said = saidIn(entry.data);
  const hasDetails = Object.keys(entry.data).length > 0;
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <div className={classes.line}>
        <span>
          <PrincipalName principal={entry.by} /> {wordsOfEvent(entry, words) ?? <code>{entry.kind}</code>}
        </span>
        <span className={classes.when}>
          <Moment at={entry.at} />
        </span>
        {hasDetails && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            c="dimmed"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? strings.timeline.hideDetails : strings.timeline.details}
          </Button>
        )}
      </div>
      {said !== undefined && (
        <blockquote className={classes.said}>
          <VisibleText text={said} />
        </blockquote>
      )}
      {open && (
        <div className={classes.details}>
          <JsonView value={entry.data} />
        </div>
      )}
    </li>
  );
}

function saidIn(data: JsonObject): string | undefined {
  for (const name of WORDS_OF_PEOPLE) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
