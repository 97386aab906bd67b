import { displayText, type ActionSummary } from "@countersign/protocol";
import { useRouter } from "@tanstack/react-router";
import { useLocalStorage } from "@mantine/hooks";

const MAX_TITLES = 3;
/** One notice that is brought up to date, not one for each burst. */
const TAG = "countersign-arrivals";

/** Tells of new actions of the view on the screen, through the browser and only while nobody looks at the page. */
export function useArrivalNotices(): (rows: readonly ActionSummary[]) => void {
  const router = useRouter();
  const [wanted] = useNoticeChoice();
  return (rows) => {
    if (!wanted || document.hasFocus() || !("Notification" in window) || Notification.permission !== "granted") return;
    const titles = rows.slice(0, MAX_TITLES).map(({ preview }) => displayText(preview.title, { newlines: "mark" }));
    try {
      const notice = new Notification(rows.length === 1 ? "A new action waits" : `${rows.length} new actions wait`, {
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
      // Some browsers of phones give notices to service workers only; the number in the title is left then.
    }
  };
}

/** Whether this browser tells of new actions. The browser's own permission has to be there too. */
export const useNoticeChoice = () =>
  useLocalStorage<boolean>({ key: "countersign-notices", defaultValue: false, getInitialValueInEffect: false });
