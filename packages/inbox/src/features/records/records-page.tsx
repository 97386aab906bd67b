import { RECORD_KINDS, type RecordKind, type SavedRecord } from "@countersign/protocol";
import { SegmentedControl, Skeleton, Title } from "@mantine/core";
import { IconNotebook } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { recordsQuery } from "../../api/workspace-queries.ts";
import { readRecordsSearch } from "../../page-search.ts";
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

const KIND_WORDS = {
  insight: { one: "Insight", many: "Insights" },
  recommendation: { one: "Recommendation", many: "Recommendations" },
  document: { one: "Document", many: "Documents" },
  source: { one: "Source", many: "Sources" },
} as const satisfies Record<RecordKind, { one: string; many: string }>;

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
          Records
        </Title>
        <SegmentedControl
          size="xs"
          className={classes.kinds}
          aria-label="Which kind"
          value={kind ?? "all"}
          onChange={(next) => onKind(RECORD_KINDS.find((one) => one === next))}
          data={[{ value: "all", label: "All" }, ...RECORD_KINDS.map((value) => ({ value, label: KIND_WORDS[value].many }))]}
        />
      </div>
      <p className={classes.says}>
        What agents saved in this workspace. Each was approved by a person, or by a policy an administrator wrote.
      </p>
      {error && !data && (
        <Unread title="The records could not be read" onAgain={refetch}>
          {error.message}
        </Unread>
      )}
      {error && data && (
        <Notice tone="caution" title="This may be out of date">
          {error.message}
        </Notice>
      )}
      {!data && !error && <Skeleton height={240} role="status" aria-label="Reading the records" />}
      {data && records.length === 0 && (
        <Blank
          icon={<IconNotebook size={26} />}
          title={kind ? `No ${KIND_WORDS[kind].many.toLowerCase()} yet` : "Nothing saved yet"}
        >
          Insights, recommendations and documents stand here once an agent proposed to save them and a person approved it.
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
      <article className={classes.card} aria-label={`${KIND_WORDS[kind].one} ${title}`}>
        <h2 className={classes.title}>
          <VisibleText text={title} newlines="mark" />
        </h2>
        <p className={classes.marks}>
          {KIND_WORDS[kind].one}, saved <Moment at={savedAt} />.{" "}
          <TextLink to="/actions/$id" params={{ id: actionId }}>
            Its action
          </TextLink>
        </p>
        {text !== undefined && <LongText text={text} />}
        {Object.keys(rest).length > 0 && <JsonView value={rest} />}
      </article>
    </li>
  );
}
