import { Button, type ButtonProps } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { strings } from "../strings/ui.tsx";

type List = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetching" | "isFetchNextPageError" | "fetchNextPage">;

interface Props extends ButtonProps {
  list: List & { data: { pages: readonly unknown[] } | undefined };
  label?: string;
}

/**
 * Loads the next page of a list, where there is one. A live change that refetches the list meanwhile cancels the request for
 * the page; it is then sent again.
 */
export function ShowMore({ list, label = strings.showMore, ...button }: Props) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const pageCount = data?.pages.length ?? 0;
  const [askedAt, setAskedAt] = useState<number | null>(null);
  if (askedAt !== null && askedAt !== pageCount) setAskedAt(null);
  const isAsked = askedAt === pageCount && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isAsked && !isFetching) void fetchNextPage();
  }, [isAsked, isFetching, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={isAsked}
      onClick={() => {
        setAskedAt(pageCount);
        void fetchNextPage();
      }}
      {...button}
    >
      {label}
    </Button>
  );
}
