import type { ContentElement, ContentType, Reference } from "@countersign/protocol";
import { Button, Group, Switch, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { elementPath } from "../../../api/content-queries.ts";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/editor.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { AskFirst } from "../ask-first.tsx";
import { LoadedElement } from "../loaded-element.tsx";
import { ElementForm } from "./element-form.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import { setFaults } from "./draft.ts";
import { useDraft, useLeaveGuard } from "./use-draft.ts";
import page from "../element-page.module.css";
import classes from "./editor.module.css";

interface Props {
  /** The current version, refetched whenever the element changes. */
  element: ContentElement;
  type: Pick<ContentType, "fields" | "languages">;
  onSaved: (element: ContentElement) => void;
}

export function ElementEditPage() {
  const { id } = useParams({ from: "/page/content/$id/edit" });
  const navigate = useNavigate();
  return (
    <LoadedElement key={id} id={id}>
      {(element, type) => (
        <ElementEditor
          element={element}
          type={type ?? { fields: [], languages: [] }}
          onSaved={(saved) => void navigate({ to: "/content/$id", params: { id: saved.id } })}
        />
      )}
    </LoadedElement>
  );
}

/** A person's own change of an element; saved only over the version that it is based on. */
function ElementEditor({ element, type, onSaved }: Props) {
  const words = strings.edit;
  const cache = useQueryClient();
  const save = useChange<ContentElement>(keys.elements, keys.element(element.id));
  const edit = useDraft(element, type.fields, save.isPending);
  const [found, setFound] = useState<readonly Reference[]>([]);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const isDone = useRef(false);
  const isUnsaved = edit.changes !== null || broken.size > 0;
  const leaving = useLeaveGuard(() => isUnsaved && !isDone.current);
  const references = useMemo(() => new Map([...element.references, ...found].map((one) => [one.id, one])), [element, found]);
  const faults = setFaults(
    save.error?.problem,
    type.fields.map(({ name }) => name),
  );
  const mark = (place: string, isBroken: boolean): void =>
    setBroken((old) => new Set([...[...old].filter((one) => one !== place), ...(isBroken ? [place] : [])]));
  const finish = (saved: ContentElement): void => {
    isDone.current = true;
    cache.setQueryData(keys.element(saved.id), saved);
    onSaved(saved);
  };
  return (
    <div className={page.page}>
      <EditHead element={element} />
      {element.proposals.length > 0 && <Notice tone="info">{words.proposalsWait(element.proposals.length)}</Notice>}
      {edit.theirs && (
        <Meanwhile
          key={edit.theirs.version}
          fields={type.fields}
          base={edit.base}
          mine={edit.draft}
          theirs={edit.theirs}
          references={references}
          onCarry={(draft) => {
            save.reset();
            edit.carry(element, draft);
          }}
          onDrop={() => {
            save.reset();
            edit.take(element);
          }}
        />
      )}
      <div className={classes.sheet}>
        <ElementForm
          key={edit.generation}
          type={type}
          draft={edit.draft}
          faults={faults}
          references={references}
          hasTags={element.kind !== "tag"}
          onChange={edit.change}
          onReference={(one) => setFound([...found, one])}
          onBroken={mark}
        />
        <SaveBar element={element} edit={edit} save={save} faults={faults} isBroken={broken.size > 0} onSaved={finish} />
      </div>
      {leaving.status === "blocked" && (
        <AskFirst
          title={words.leaveTitle}
          verb={strings.leave}
          color="red.9"
          onCancel={() => leaving.reset()}
          onConfirm={() => leaving.proceed()}
        >
          {words.leaveSays}
        </AskFirst>
      )}
    </div>
  );
}

function EditHead({ element }: { element: ContentElement }) {
  const words = strings.edit;
  return (
    <div className={page.head}>
      <div>
        <Title order={1} size="h3">
          {words.title(<VisibleText text={element.title || element.path} newlines="mark" />)}
        </Title>
        <p className={page.says}>
          {words.fromRevision(<VisibleText text={element.path} newlines="mark" />, element.revision)}{" "}
          <TextLink to="/content/$id" params={{ id: element.id }}>
            {words.backToElement}
          </TextLink>
        </p>
      </div>
    </div>
  );
}

interface SaveBarProps {
  element: ContentElement;
  edit: ReturnType<typeof useDraft>;
  save: ReturnType<typeof useChange<ContentElement>>;
  faults: ReadonlyMap<string, string>;
  /** Whether a field holds what cannot be read. */
  isBroken: boolean;
  onSaved: (element: ContentElement) => void;
}

function SaveBar({ element, edit, save, faults, isBroken, onSaved }: SaveBarProps) {
  const words = strings.edit;
  const [publish, setPublish] = useState(false);
  const send = (): void =>
    save.mutate(
      {
        method: "PUT",
        path: elementPath(element.id),
        body: { version: edit.version, ...edit.changes, ...(publish && { publish }) },
      },
      { onSuccess: onSaved },
    );
  const isStale = save.error?.code === "STALE";
  const canPublish = element.kind === "document" && element.may.publish;
  return (
    <div className={classes.bar}>
      <div role="status" className={classes.dim}>
        {edit.changes || isBroken ? words.isUnsaved : words.isUnchanged}
      </div>
      {save.error && !isStale && (
        <Notice tone="error" title={words.notSaved}>
          {faults.get("") ?? (faults.size > 0 ? strings.fieldsSayWhy : save.error.message)}
        </Notice>
      )}
      <Group gap="sm">
        {canPublish && (
          <Switch
            label={words.publishAtOnce}
            checked={publish}
            onChange={({ currentTarget }) => setPublish(currentTarget.checked)}
          />
        )}
        <Button
          loading={save.isPending}
          disabled={(!edit.changes && !publish) || isBroken || edit.theirs !== null}
          title={edit.theirs ? words.chooseFirst : undefined}
          onClick={send}
        >
          {uiStrings.save}
        </Button>
      </Group>
    </div>
  );
}
