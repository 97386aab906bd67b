import { notifications } from "@mantine/notifications";
import { useFeedEvent } from "../api/use-live.ts";
import { useMe } from "../api/signed-in.ts";
import { TextLink } from "../ui/text-link.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Tells every administrator that somebody may decide who could not before. */
export function useApproverNotices(): void {
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
      closeButtonProps: { "aria-label": "Close this notice" },
      title: "A new approver",
      message: (
        <>
          {lowered.map((says) => (
            <div key={says}>
              <VisibleText text={says} newlines="mark" />
            </div>
          ))}
          {waits && <div>Where several people approve, this counts from {new Date(countsFrom).toLocaleString()}.</div>}
          <TextLink to="/admin/people" onClick={() => notifications.hide(id)}>
            See the people
          </TextLink>
        </>
      ),
    });
  });
}
