import { Skeleton, Stack } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { QueueFilter } from "../../api/list-filter.ts";
import { actionQuery } from "../../api/action-queries.ts";
import { strings } from "../../strings/action.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
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
      <Blank icon={<IconMapQuestion size={26} />} title={strings.page.notFound} order={1}>
        {strings.page.notFoundMeaning} <TextLink to="/">{uiStrings.goToInbox}</TextLink>
      </Blank>
    );
  }
  if (error) {
    return (
      <Unread title={strings.page.notRead} order={1} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  return (
    <Stack className={classes.body} role="status" aria-label={strings.page.loading}>
      <Skeleton height={26} width="60%" />
      <Skeleton height={14} width="40%" />
      <Skeleton height={90} mt="md" />
      <Skeleton height={220} />
    </Stack>
  );
}
