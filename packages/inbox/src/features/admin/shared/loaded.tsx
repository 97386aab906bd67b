import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/request.ts";
import { Blank } from "../../../ui/blank.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface Props<T> {
  query: UseQueryResult<T, ApiError>;
  /** Completes "Reading …" and "… could not be read". */
  what: string;
  children: (data: T) => ReactNode;
}

/** What was read, or why it could not be. What was on the screen stays there, said to be old, while the server is away. */
export function Loaded<T>({ query: { data, error, refetch }, what, children }: Props<T>) {
  if (data === undefined && error) {
    return (
      <Blank icon={<IconAlertTriangle size={26} />} title={`${what} could not be read`}>
        <p>{error.message}</p>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Blank>
    );
  }
  if (data === undefined) return <Skeleton height={240} role="status" aria-label={`Reading: ${what}`} />;
  return (
    <>
      {error && (
        <Notice tone="caution" title="This may be out of date">
          {error.message}
        </Notice>
      )}
      {children(data)}
    </>
  );
}
