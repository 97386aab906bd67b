import { displayText, type ActionSummary } from "@countersign/protocol";
import { useRouter } from "@tanstack/react-router";
import { useLocalStorage } from "@mantine/hooks";
import { strings } from "../../strings/queue.tsx";

const MAX_TITLES = 3;
/** One notification is updated, instead of a new one for each burst. */
const TAG = "countersign-arrivals";

/** Announces new actions of the current view by browser notification, only while the page has no focus. */
export function useArrivalNotices(): (rows: readonly ActionSummary[]) => void {
  const router = useRouter();
  const [wanted] = useNoticeChoice();
  return (rows) => {
    if (!wanted || document.hasFocus() || typeof Notification === "undefined" || Notification.permission !== "granted") return;
    const titles = rows.slice(0, MAX_TITLES).map(({ preview }) => displayText(preview.title, { newlines: "mark" }));
    try {
      const notice = new Notification(strings.newActions(rows.length), {
        body: titles.join("\n"),
        tag: TAG,
        icon: "/icon-192.png",
      });
      notice.onclick = () => {
        window.focus();
        notice.close();
        const [only] = rows;
        if (only && rows.length === 1) void router.navigate({ to: "/actions/$id", params: { id: only.id }, search: true });
      };
    } catch {
      // Some mobile browsers allow notifications from service workers only; the number in the title remains.
    }
  };
}

/** Whether this browser announces new actions. The browser's own permission is required too. */
export const useNoticeChoice = () =>
  useLocalStorage<boolean>({ key: "countersign-notices", defaultValue: false, getInitialValueInEffect: false });
