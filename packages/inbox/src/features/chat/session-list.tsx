import type { ChatSession } from "@countersign/protocol";
import { Button, Skeleton, Switch, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { chatSessionsQuery } from "../../api/chat-queries.ts";
import { keys } from "../../api/keys.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { strings } from "../../strings/chat.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { ChatSearch } from "../../page-search.ts";
import classes from "./session-list.module.css";

interface Props {
  search: ChatSearch;
  onSearch: (search: ChatSearch) => void;
  openId: string | undefined;
  /** Level of the heading. */
  order: 1 | 2;
  className?: string | undefined;
}

const SETTLE_MS = 250;

/** Conversations by newest change, each with what is pending in it: the person's own, or for approvers those of everyone. */
export function SessionList({ search, onSearch, openId, order, className }: Props) {
  const words = strings.conversations;
  const list = useInfiniteQuery(chatSessionsQuery(search));
  useReadOnDecisions();
  const sessions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const { q = "", archived, everyone } = search;
  const canReadAll = mayDecide(useMe());
  return (
    <section className={`${classes.pane} ${className ?? ""}`} aria-label={words.label}>
      <div className={classes.head}>
        <Title order={order} className={classes.title}>
          {words.title}
        </Title>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={15} aria-hidden />}
          renderRoot={(props) => <Link to="/chat/new" search={true} {...props} />}
        >
          {words.create}
        </Button>
      </div>
      <div className={classes.filters} role="search">
        <SearchField label={words.search} text={q} onChange={(next) => onSearch({ ...search, q: next })} />
        <Switch
          size="xs"
          label={words.archived}
          checked={archived === true}
          onChange={({ currentTarget }) => onSearch({ ...search, archived: currentTarget.checked ? true : undefined })}
        />
        {canReadAll && (
          <Switch
            size="xs"
            label={words.everyone}
            checked={everyone === true}
            onChange={({ currentTarget }) => onSearch({ ...search, everyone: currentTarget.checked ? true : undefined })}
          />
        )}
      </div>
      {list.error && (
        <Notice tone="caution" title={uiStrings.outOfDate}>
          {list.error.message}
        </Notice>
      )}
      {list.isPending && <Skeleton height={200} role="status" aria-label={words.reading} />}
      {list.isSuccess && sessions.length === 0 && (
        <p className={classes.empty} role="status">
          {q !== "" ? words.noMatch : archived ? words.noneArchived : words.noneYet}
        </p>
      )}
      {sessions.length > 0 && (
        <ul className={classes.list} aria-label={words.label}>
          {sessions.map((session) => (
            <SessionLink key={session.id} session={session} isOpen={session.id === openId} />
          ))}
        </ul>
      )}
      <ShowMore list={list} size="compact-sm" m="xs" />
    </section>
  );
}

function SessionLink({ session, isOpen }: { session: ChatSession; isOpen: boolean }) {
  const { id, title, owner, agent, status, waiting, updatedAt } = session;
  const isOwn = useMe()?.principal.id === owner.id;
  return (
    <li>
      <Link
        to="/chat/$id"
        params={{ id }}
        search={true}
        className={classes.row}
        {...(isOpen && { "aria-current": "page" as const })}
      >
        <span className={classes.rowTitle}>
          <VisibleText text={title || strings.newConversation} newlines="mark" />
        </span>
        <span className={classes.rowFacts}>
          {!isOwn && (
            <>
              <VisibleText text={owner.name} newlines="mark" /> ·{" "}
            </>
          )}
          <VisibleText text={agent.name} newlines="mark" /> · <Moment at={updatedAt} />
          {status === "running" && ` · ${strings.conversations.atWork}`}
        </span>
        {waiting > 0 && <span className={classes.waiting}>{strings.conversations.proposalsWaiting(waiting)}</span>}
      </Link>
    </li>
  );
}

/** Refetches the conversations after changes of actions anywhere, because these change the pending counts. */
function useReadOnDecisions(): void {
  const cache = useQueryClient();
  const [changed, setChanged] = useState(0);
  useFeedEvent(({ event }) => {
    if (event === "action.updated" || event === "action.created") setChanged((times) => times + 1);
  });
  useEffect(() => {
    if (changed === 0) return;
    const timer = window.setTimeout(() => void cache.invalidateQueries({ queryKey: keys.chatSessions }), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [cache, changed]);
}
