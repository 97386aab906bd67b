import type { ContentElement, ContentField, ElementRevision } from "@countersign/protocol";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { elementPath, revisionsQuery } from "../../api/content-queries.ts";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { strings } from "../../strings/content.tsx";
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
  const words = strings.revisions;
  const { data: revisions, error } = useQuery(revisionsQuery(element.id));
  const [restored, setRestored] = useState<number | null>(null);
  const change = useChange<ContentElement>(keys.content);
  const close = (): void => {
    change.reset();
    setRestored(null);
  };
  return (
    <section aria-label={words.title} className={classes.section}>
      <h2 className={classes.sectionTitle}>{words.title}</h2>
      {error && <Notice tone="error">{words.notRead(error.message)}</Notice>}
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
          title={words.restoreTitle(restored)}
          verb={words.restoreVerb}
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
          {words.restoreSays(restored)}
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
  const words = strings.revisions;
  const [isOpen, setIsOpen] = useState(false);
  const { layout } = useDiffLayout();
  const isNow = revision.revision === element.revision;
  return (
    <li className={classes.revision}>
      <div className={classes.revisionHead}>
        <span>
          <b>{words.revision(revision.revision)}</b>
          {isNow && `, ${words.isNow}`}
          {revision.restored !== null && `, ${words.isRestored(revision.restored)}`}
        </span>
        <span className={classes.says}>
          {words.changedBy(<Moment at={revision.modifiedAt} />, <PrincipalName principal={asPrincipal(revision.modifiedBy)} />)}
        </span>
        {revision.pendingActionId !== null && (
          <TextLink to="/actions/$id" params={{ id: revision.pendingActionId }}>
            {words.itsAction}
          </TextLink>
        )}
        <span className={classes.revisionEnd}>
          {!isNow && element.may.edit && (
            <Button size="compact-xs" variant="default" aria-label={words.restoreLabel(revision.revision)} onClick={onRestore}>
              {words.restore}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={words.changesOf(revision.revision)}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? words.hideChanges : words.changes}
          </Button>
        </span>
      </div>
      {isOpen && (
        <>
          {revision.file && revision.file.hash !== before?.file?.hash && (
            <Picture file={revision.file} title={words.revision(revision.revision)} path={revision.path} small />
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
