import { RECORD_KINDS, type RecordKind, type SavedRecord } from "@countersign/protocol";
import { SegmentedControl, Skeleton, Title } from "@mantine/core";
import { IconNotebook } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { recordsQuery } from "../../api/workspace-queries.ts";
import { readRecordsSearch } from "../../page-search.ts";
import { strings } from "../../strings/records.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Blank } from "../../ui/blank.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Unread } from "../../ui/unread.tsx";
import classes from "./records-page.module.css";

/** Lists what agents saved in this workspace after approval by a person or a policy, each with the action it came from. */
export function RecordsPage() {
  const { kind } = readRecordsSearch({ ...useSearch({ from: "/page/records" }) });
  const navigate = useNavigate();
  const onKind = (next: RecordKind | undefined): void =>
    void navigate({ to: "/records", search: next === undefined ? {} : { kind: next } });
  const list = useInfiniteQuery(recordsQuery(kind));
  const { data, error, refetch } = list;
  const records = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {strings.title}
        </Title>
        <SegmentedControl
          size="xs"
          className={classes.kinds}
          aria-label={strings.whichKind}
          value={kind ?? "all"}
          onChange={(next) => onKind(RECORD_KINDS.find((one) => one === next))}
          data={[
            { value: "all", label: strings.all },
            ...RECORD_KINDS.map((value) => ({ value, label: strings.kinds[value].many })),
          ]}
        />
      </div>
      <p className={classes.says}>{strings.meaning}</p>
      {error && !data && (
        <Unread title={strings.notRead} onAgain={refetch}>
          {error.message}
        </Unread>
      )}
      {error && data && (
        <Notice tone="caution" title={uiStrings.outOfDate}>
          {error.message}
        </Notice>
      )}
      {!data && !error && <Skeleton height={240} role="status" aria-label={strings.reading} />}
      {data && records.length === 0 && (
        <Blank icon={<IconNotebook size={26} />} title={kind ? strings.kinds[kind].noneYet : strings.noneYet}>
          {strings.noneYetMeaning}
        </Blank>
      )}
      <ul className={classes.list}>
        {records.map((record) => (
          <RecordCard key={`${record.actionId} ${record.position}`} record={record} />
        ))}
      </ul>
      <ShowMore list={list} />
    </div>
  );
}

function RecordCard({ record: { actionId, kind, title, data, savedAt } }: { record: SavedRecord }) {
  const { title: _title, description, content, ...rest } = data;
  const text = typeof content === "string" ? content : typeof description === "string" ? description : undefined;
  return (
    <li>
      <article className={classes.card} aria-label={`${strings.kinds[kind].one} ${title}`}>
        <h2 className={classes.title}>
          <VisibleText text={title} newlines="mark" />
        </h2>
        <p className={classes.marks}>
          {strings.saved(strings.kinds[kind].one, <Moment at={savedAt} />)}{" "}
          <TextLink to="/actions/$id" params={{ id: actionId }}>
            {strings.itsAction}
          </TextLink>
        </p>
        {text !== undefined && <LongText text={text} />}
        {Object.keys(rest).length > 0 && <JsonView value={rest} />}
      </article>
    </li>
  );
}
