import { Notifications, notifications } from "@mantine/notifications";
import type { Action } from "@countersign/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { actionQuery } from "../api/action-queries.ts";
import { useFeedEvent } from "../api/use-live.ts";
import { useMe } from "../api/signed-in.ts";
import { statusWords } from "../ui/status-words.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { strings } from "../strings/app.tsx";
import { strings as uiStrings } from "../strings/ui.tsx";
import { language } from "../strings/language.ts";

export const Notices = () => <Notifications position="bottom-right" limit={3} />;

/** Loaded after the page, because these notices follow a decision. */
export function OutcomeNotices() {
  useOutcomeNotices();
  useApproverNotices();
  return null;
}

/** Notifies a person that an action they approved failed or has an unknown outcome, unless that action is open. */
function useOutcomeNotices(): void {
  const cache = useQueryClient();
  const me = useMe();
  const { id: openId } = useParams({ strict: false });
  const look = async (id: string): Promise<void> => {
    const action = await cache.fetchQuery(actionQuery(id)).catch(() => null);
    if (action && me && wasApprovedBy(action, me.principal.id)) tell(action);
  };
  useFeedEvent((event) => {
    if (event.event !== "action.updated" || event.data.id === openId) return;
    const { id, status } = event.data;
    if (status === "failed" || status === "outcome_unknown") void look(id);
  });
}

/** Whether the person approved it last; of what was withdrawn, whether they had approved it and somebody else withdrew it. */
function wasApprovedBy({ error, resolvedBy, decisions }: Action, id: string): boolean {
  if (error?.code !== "withdrawn") return resolvedBy?.id === id;
  return resolvedBy?.id !== id && decisions.some(({ verdict, by }) => verdict === "approve" && by.id === id);
}

function tell(action: Action): void {
  notifications.show({
    id: action.id,
    color: action.status === "failed" ? "red" : "orange",
    autoClose: false,
    closeButtonProps: { "aria-label": uiStrings.closeNotice },
    title: action.error?.code === "withdrawn" ? strings.withdrawnApproval : strings.approvedByYou(statusWords(action).label),
    message: (
      <TextLink to="/actions/$id" params={{ id: action.id }} onClick={() => notifications.hide(action.id)}>
        <VisibleText text={action.preview.title} newlines="mark" />
      </TextLink>
    ),
  });
}

/** Notifies every administrator that a person has another role or another team, and can decide more than before. */
function useApproverNotices(): void {
  const isAdmin = useMe()?.role === "admin";
  useFeedEvent((event) => {
    if (!isAdmin || event.event !== "member.changed") return;
    const { userId, lowered = [], countsFrom } = event.data;
    if (lowered.length === 0) return;
    const waits = countsFrom !== undefined && Date.parse(countsFrom) > Date.now();
    const id = `member ${userId}`;
    notifications.show({
      id,
      color: "orange",
      autoClose: false,
      closeButtonProps: { "aria-label": uiStrings.closeNotice },
      title: strings.newRights.title,
      message: (
        <>
          {lowered.map((says) => (
            <div key={says}>
              <VisibleText text={says} newlines="mark" />
            </div>
          ))}
          {waits && <div>{strings.newRights.countsFrom(new Date(countsFrom).toLocaleString(language))}</div>}
          <TextLink to="/admin/people" onClick={() => notifications.hide(id)}>
            {strings.newRights.seePeople}
          </TextLink>
        </>
      ),
    });
  });
}
