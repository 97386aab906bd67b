import { NOTIFICATION_STATES, type Notification, type NotificationState } from "@countersign/protocol";
import { Button, NativeSelect, Skeleton, Stack, Table, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { notificationsQuery } from "../../../api/notification-queries.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/notifications.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { deliveryWords, noticeWords } from "../../../ui/notification-words.ts";
import { ShowMore } from "../../../ui/show-more.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "../shared/admin.module.css";

const COLUMNS = ["when", "channel", "to", "what", "state", "about"] as const;

/** What was sent, waits or could not be delivered; an administrator sends the latter again. */
export function DeliveryLog() {
  const [state, setState] = useState<NotificationState | undefined>();
  const log = useInfiniteQuery(notificationsQuery(state));
  const words = strings.deliveries;
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Stack component="section" gap="xs" mt="sm" aria-labelledby="deliveries">
      <div className={classes.head}>
        <Title order={2} size="h4" id="deliveries">
          {words.title}
        </Title>
        <NativeSelect
          aria-label={words.shown}
          size="xs"
          value={state ?? ""}
          onChange={({ currentTarget }) => setState(NOTIFICATION_STATES.find((one) => one === currentTarget.value))}
          data={[
            { value: "", label: words.all },
            ...NOTIFICATION_STATES.map((value) => ({ value, label: deliveryWords(value).label })),
          ]}
        />
      </div>
      {log.error && <Notice tone="error">{words.failed(log.error.message)}</Notice>}
      {log.isPending && <Skeleton height={160} role="status" aria-label={words.reading} />}
      {log.data && rows.length === 0 && (
        <p role="status" className={classes.says}>
          {state === undefined ? words.noneYet : words.noneInState}
        </p>
      )}
      {rows.length > 0 && <Deliveries rows={rows} />}
      <ShowMore list={log} label={words.earlier} />
    </Stack>
  );
}

function Deliveries({ rows }: { rows: readonly Notification[] }) {
  return (
    <div className={classes.scroll} role="region" aria-label={strings.deliveries.table} tabIndex={0}>
      <Table withTableBorder fz="sm">
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <Table.Th key={column} scope="col">
                {strings.deliveries.columns[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Delivery key={row.id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Delivery({
  row: { id, channel, recipient, kind, state, attempts, reason, actionId, createdAt, dueAt },
}: {
  row: Notification;
}) {
  const repeat = useChange(keys.notifications);
  const words = strings.deliveries;
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        <VisibleText text={channel} newlines="mark" />
      </Table.Td>
      <Table.Td>{recipient === null ? words.channelAddress : <VisibleText text={recipient.name} newlines="mark" />}</Table.Td>
      <Table.Td>{noticeWords(kind)}</Table.Td>
      <Table.Td>
        <StateBadge {...deliveryWords(state)} />
        {state === "planned" && <> {words.toBeSent(<Moment at={dueAt} />)}</>}
        {attempts > 1 && ` ${words.afterAttempts(attempts)}`}
        {reason !== null && (
          <div className={classes.says}>
            <VisibleText text={reason} />
          </div>
        )}
        {repeat.error && <Notice tone="error">{repeat.error.message}</Notice>}
        {state === "dead" && (
          <Button
            mt={4}
            size="compact-xs"
            variant="default"
            loading={repeat.isPending}
            onClick={() => repeat.mutate({ method: "POST", path: `${pathOf("notifications", id)}/repeat`, body: {} })}
          >
            {words.sendAgain}
          </Button>
        )}
      </Table.Td>
      <Table.Td>
        {actionId !== null && (
          <TextLink to="/actions/$id" params={{ id: actionId }}>
            {words.action}
          </TextLink>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
