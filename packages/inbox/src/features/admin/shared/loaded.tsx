import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/admin.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Unread } from "../../../ui/unread.tsx";

interface Props<T> {
  query: UseQueryResult<T, ApiError>;
  /** Completes "Reading: …" and "… could not be read". */
  what: string;
  children: (data: T) => ReactNode;
}

/** Shows the data, or why it could not be read. If a later read fails, the old data stays, marked as possibly out of date. */
export function Loaded<T>({ query: { data, error, refetch }, what, children }: Props<T>) {
  if (data === undefined && error) {
    return (
      <Unread title={strings.loaded.failed(what)} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  if (data === undefined) return <Skeleton height={240} role="status" aria-label={strings.loaded.reading(what)} />;
  return (
    <>
      {error && (
        <Notice tone="caution" title={uiStrings.outOfDate}>
          {error.message}
        </Notice>
      )}
      {children(data)}
    </>
  );
}
