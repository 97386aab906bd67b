import { PreviewView } from "../../features/action/preview-view.tsx";
import { SessionPanel } from "../../features/panel/session-panel.tsx";
import { BatchBar } from "../../features/queue/batch-bar.tsx";
import { FieldDiff } from "../../ui/field-diff.tsx";
import { useDiffLayout } from "../../ui/layout-choice.tsx";

/** The proposals of one conversation, with the previews and comparisons of the action's page. */
export function SessionTable({ id }: { id: string }) {
  const { layout } = useDiffLayout();
  return (
    <SessionPanel
      sessionId={id}
      detail={({ preview, current, proposed }) => (
        <>
          <PreviewView preview={preview} />
          {(current !== null || proposed !== null) && (
            <FieldDiff before={current ?? undefined} after={proposed ?? undefined} layout={layout} wholeName="Content" />
          )}
        </>
      )}
      decide={(selected, clear) => <BatchBar selection={{ selected, clear }} />}
    />
  );
}
