import type { StudioTool, StudioVersion } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { studioPath, studioVersionsQuery } from "../../../api/studio-queries.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/studio.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { Loaded } from "../shared/loaded.tsx";
import type { DraftState } from "./use-draft.ts";
import adminClasses from "../shared/admin.module.css";
import classes from "./studio.module.css";

interface Props {
  tool: StudioTool;
  state: DraftState;
}

/** Lists published versions to read or restore, takes a tool off the gate, and deletes one that was never published. */
export function VersionsView({ tool, state }: Props) {
  const words = strings.versions;
  const versions = useQuery(studioVersionsQuery(tool.name));
  const restore = useChange<StudioTool>(keys.studio);
  const remove = useChange(keys.studioList);
  const navigate = useNavigate();
  const retire = useChange<StudioTool>(keys.studio, keys.tools, keys.groups);
  const [isRetiring, setIsRetiring] = useState(false);
  return (
    <Loaded query={versions} what={words.versions}>
      {(rows) => (
        <>
          {rows.length === 0 && (
            <NeverPublished
              removal={remove}
              onRemove={() => {
                state.reset(tool);
                remove.mutate(
                  { method: "DELETE", path: studioPath(tool.name) },
                  { onSuccess: () => void navigate({ to: "/admin/studio" }) },
                );
              }}
            />
          )}
          <ul className={adminClasses.list}>
            {rows.map((row) => (
              <VersionCard
                key={row.version}
                row={row}
                isOnGate={tool.published?.version === row.version}
                isRestoring={restore.isPending}
                onRestore={() =>
                  restore.mutate(
                    {
                      method: "POST",
                      path: studioPath(tool.name, `/versions/${row.version}/restore`),
                      body: { draftVersion: tool.draftVersion },
                    },
                    { onSuccess: state.reset },
                  )
                }
              />
            ))}
          </ul>
          {restore.error && (
            <Notice tone="error" title={words.draftStays}>
              {restore.error.message}
            </Notice>
          )}
          {tool.published && (
            <div className={adminClasses.buttons}>
              <Button variant="default" onClick={() => setIsRetiring(true)}>
                {words.unpublish}
              </Button>
            </div>
          )}
          {isRetiring && (
            <ConfirmDialog
              title={words.unpublishTitle(tool.name)}
              verb={words.unpublishVerb}
              isSending={retire.isPending}
              error={retire.error}
              onCancel={() => setIsRetiring(false)}
              onConfirm={() =>
                retire.mutate(
                  { method: "POST", path: studioPath(tool.name, "/retire"), body: {} },
                  { onSuccess: () => setIsRetiring(false) },
                )
              }
            >
              {words.unpublishSays}
            </ConfirmDialog>
          )}
        </>
      )}
    </Loaded>
  );
}

interface NeverPublishedProps {
  removal: ReturnType<typeof useChange>;
  onRemove: () => void;
}

function NeverPublished({ removal, onRemove }: NeverPublishedProps) {
  return (
    <>
      <p>{strings.versions.neverPublished}</p>
      <div className={adminClasses.buttons}>
        <Button variant="default" loading={removal.isPending} onClick={onRemove}>
          {strings.versions.deleteDraft}
        </Button>
      </div>
      {removal.error && (
        <Notice tone="error" title={strings.versions.notDeleted}>
          {removal.error.message}
        </Notice>
      )}
    </>
  );
}

interface VersionProps {
  row: StudioVersion;
  isOnGate: boolean;
  isRestoring: boolean;
  onRestore: () => void;
}

function VersionCard({ row: { version, draft, publishedAt, publishedBy }, isOnGate, isRestoring, onRestore }: VersionProps) {
  const words = strings.versions;
  return (
    <li className={adminClasses.card}>
      <div className={adminClasses.cardHead}>
        <h2 className={adminClasses.cardTitle}>{isOnGate ? words.liveVersion(version) : words.version(version)}</h2>
        <span>{strings.doneBy(<Moment at={publishedAt} />, <VisibleText text={publishedBy} newlines="mark" />)}</span>
      </div>
      <details className={classes.earlier}>
        <summary>{words.viewSource}</summary>
        <pre className={adminClasses.code} tabIndex={0} role="group" aria-label={words.sourceOf(version)}>
          <VisibleText text={draft.source} />
        </pre>
      </details>
      <div className={adminClasses.buttons}>
        <Button size="compact-sm" variant="default" loading={isRestoring} onClick={onRestore}>
          {words.restore(version)}
        </Button>
      </div>
    </li>
  );
}
