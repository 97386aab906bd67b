import type { ContentElement, ContentField, ElementRevision } from "@countersign/protocol";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { elementPath, revisionsQuery } from "../../api/content-queries.ts";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { ContentDiff } from "./drawing/content-diff.tsx";
import { Picture } from "./drawing/picture.tsx";
import { useDiffLayout } from "../../ui/layout-choice.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { AskFirst } from "./ask-first.tsx";
import { asPrincipal, stateOf } from "./read-element.ts";
import classes from "./element-page.module.css";

interface Props {
  element: ContentElement;
  fields: readonly ContentField[];
}

/** Every revision of an element, each compared with the one before. Restoring an older one creates a new revision. */
export function Revisions({ element, fields }: Props) {
  const { data: revisions, error } = useQuery(revisionsQuery(element.id));
  const [restored, setRestored] = useState<number | null>(null);
  const change = useChange<ContentElement>(keys.content);
  const close = (): void => {
    change.reset();
    setRestored(null);
  };
  return (
    <section aria-label="Revisions" className={classes.section}>
      <h2 className={classes.sectionTitle}>Revisions</h2>
      {error && <Notice tone="error">They could not be read: {error.message}</Notice>}
      {!revisions && !error && <Skeleton height={90} />}
      <ol className={classes.revisions}>
        {revisions?.map((revision, index) => (
          <RevisionRow
            key={revision.revision}
            revision={revision}
            before={revisions[index + 1]}
            element={element}
            fields={fields}
            onRestore={() => setRestored(revision.revision)}
          />
        ))}
      </ol>
      {restored !== null && (
        <AskFirst
          title={`Bring back revision ${restored}?`}
          verb="Bring it back"
          isSending={change.isPending}
          error={change.error}
          onCancel={close}
          onConfirm={() =>
            change.mutate(
              { method: "PUT", path: elementPath(element.id), body: { version: element.version, restore: restored } },
              { onSuccess: close },
            )
          }
        >
          Its fields and tags are then as they were in revision {restored}. That makes a new revision; none is lost.
        </AskFirst>
      )}
    </section>
  );
}

interface RowProps extends Props {
  revision: ElementRevision;
  before: ElementRevision | undefined;
  onRestore: () => void;
}

function RevisionRow({ revision, before, element, fields, onRestore }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { layout } = useDiffLayout();
  const isNow = revision.revision === element.revision;
  return (
    <li className={classes.revision}>
      <div className={classes.revisionHead}>
        <span>
          <b>Revision {revision.revision}</b>
          {isNow && ", as it is now"}
          {revision.restored !== null && `, revision ${revision.restored} brought back`}
        </span>
        <span className={classes.says}>
          <Moment at={revision.modifiedAt} /> by <PrincipalName principal={asPrincipal(revision.modifiedBy)} />
        </span>
        {revision.pendingActionId !== null && (
          <TextLink to="/actions/$id" params={{ id: revision.pendingActionId }}>
            Its action
          </TextLink>
        )}
        <span className={classes.revisionEnd}>
          {!isNow && element.may.edit && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Bring back revision ${revision.revision}`}
              onClick={onRestore}
            >
              Bring back…
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`Changes of revision ${revision.revision}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide" : "Changes"}
          </Button>
        </span>
      </div>
      {isOpen && (
        <>
          {revision.file && revision.file.hash !== before?.file?.hash && (
            <Picture file={revision.file} title={`Revision ${revision.revision}`} path={revision.path} small />
          )}
          <ContentDiff
            content={{ fields: [...fields], references: element.references }}
            current={before ? stateOf(before) : null}
            proposed={stateOf(revision)}
            layout={layout}
          />
        </>
      )}
    </li>
  );
}
