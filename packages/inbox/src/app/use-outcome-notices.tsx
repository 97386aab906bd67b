import type { Action } from "@countersign/protocol";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { actionQuery } from "../api/action-queries.ts";
import { useFeedEvent } from "../api/use-live.ts";
import { useMe } from "../api/signed-in.ts";
import { STATUS_WORDS } from "../ui/status-words.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Tells a person who has gone on that something they approved went wrong. */
export function useOutcomeNotices(): void {
  const cache = useQueryClient();
  const me = useMe();
  const { id: openId } = useParams({ strict: false });
  const look = async (id: string): Promise<void> => {
    const action = await cache.fetchQuery(actionQuery(id)).catch(() => null);
    if (action && action.resolvedBy?.id === me?.principal.id) tell(action);
  };
  useFeedEvent((event) => {
    if (event.event !== "action.updated" || event.data.id === openId) return;
    const { id, status } = event.data;
    if (status === "failed" || status === "outcome_unknown") void look(id);
  });
}

function tell(action: Action): void {
  notifications.show({
    id: action.id,
    color: action.status === "failed" ? "red" : "orange",
    autoClose: false,
    closeButtonProps: { "aria-label": "Close this notice" },
    title: `${STATUS_WORDS[action.status].label}, approved by you`,
    message: (
      <TextLink to="/actions/$id" params={{ id: action.id }} onClick={() => notifications.hide(action.id)}>
        <VisibleText text={action.preview.title} newlines="mark" />
      </TextLink>
    ),
  });
}
