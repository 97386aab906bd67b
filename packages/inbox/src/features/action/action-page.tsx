import { Skeleton, Stack } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { QueueFilter } from "../../api/list-filter.ts";
import { actionQuery } from "../../api/action-queries.ts";
import { Blank } from "../../ui/blank.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Unread } from "../../ui/unread.tsx";
import { ActionView } from "./action-view.tsx";
import classes from "./action-page.module.css";

/** One action, always as the server last returned it. */
export function ActionPage({ id, filter }: { id: string; filter: QueueFilter }) {
  const { data: action, error, refetch } = useQuery(actionQuery(id));
  if (action) return <ActionView action={action} filter={filter} readError={error} />;
  if (error?.code === "NOT_FOUND") {
    return (
      <Blank icon={<IconMapQuestion size={26} />} title="No such action" order={1}>
        It is not in this workspace, or the address is wrong. <TextLink to="/">Go to the inbox</TextLink>
      </Blank>
    );
  }
  if (error) {
    return (
      <Unread title="The action could not be read" order={1} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  return (
    <Stack className={classes.body} role="status" aria-label="Loading the action">
      <Skeleton height={26} width="60%" />
      <Skeleton height={14} width="40%" />
      <Skeleton height={90} mt="md" />
      <Skeleton height={220} />
    </Stack>
  );
}
