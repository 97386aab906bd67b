import type { ContentElement, ElementKind, Reference, StoredType } from "@countersign/protocol";
import { Button, Title } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { readNewElementSearch } from "../../../page-search.ts";
import { strings } from "../../../strings/editor.tsx";
import { NotFound } from "../../../ui/blank.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { AskFirst } from "../ask-first.tsx";
import { LoadedType } from "../loaded-element.tsx";
import { type Draft, setFaults } from "./draft.ts";
import { ElementForm } from "./element-form.tsx";
import { useLeaveGuard } from "./use-draft.ts";
import page from "../element-page.module.css";
import classes from "./editor.module.css";

interface Props {
  kind: Exclude<ElementKind, "asset">;
  type: StoredType;
  path: string;
  onMade: (element: ContentElement) => void;
}

export function NewElementPage() {
  const { kind, type, path } = readNewElementSearch({ ...useSearch({ from: "/page/content/new" }) });
  const navigate = useNavigate();
  if (kind === undefined || type === undefined || path === undefined) return <NotFound />;
  return (
    <LoadedType kind={kind} name={type}>
      {(found) => (
        <NewElementForm
          kind={kind}
          type={found}
          path={path}
          onMade={({ id }) => void navigate({ to: "/content/$id", params: { id } })}
        />
      )}
    </LoadedType>
  );
}

function NewElementForm({ kind, type, path, onMade }: Props) {
  const words = strings.create;
  const create = useChange<ContentElement>(keys.elements);
  const [draft, setDraft] = useState<Draft>({ value: {}, tags: [] });
  const [found, setFound] = useState<readonly Reference[]>([]);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const isDone = useRef(false);
  const leaving = useLeaveGuard(() => Object.keys(draft.value).length > 0 && !isDone.current);
  const faults = setFaults(
    create.error?.problem,
    type.fields.map(({ name }) => name),
  );
  const send = (): void =>
    create.mutate(
      { method: "POST", path: "/api/content/elements", body: { kind, type: type.name, path, value: draft.value } },
      {
        onSuccess: (made) => {
          isDone.current = true;
          onMade(made);
        },
      },
    );
  return (
    <div className={page.page}>
      <div className={page.head}>
        <div>
          <Title order={1} size="h3">
            {words.title(<VisibleText text={type.title} newlines="mark" />)}
          </Title>
          <p className={page.says}>
            <VisibleText text={path} newlines="mark" />
          </p>
        </div>
      </div>
      <div className={classes.sheet}>
        <ElementForm
          type={type}
          draft={draft}
          faults={faults}
          references={new Map(found.map((one) => [one.id, one]))}
          hasTags={false}
          onChange={setDraft}
          onReference={(one) => setFound([...found, one])}
          onBroken={(place, isBroken) =>
            setBroken((old) => new Set([...[...old].filter((one) => one !== place), ...(isBroken ? [place] : [])]))
          }
        />
        <div className={classes.bar}>
          <div className={classes.dim}>{words.nothingMadeYet}</div>
          {create.error && (
            <Notice tone="error" title={words.notMade}>
              {faults.get("") ?? (faults.size > 0 ? strings.fieldsSayWhy : create.error.message)}
            </Notice>
          )}
          <Button loading={create.isPending} disabled={broken.size > 0} onClick={send}>
            {words.create}
          </Button>
        </div>
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
