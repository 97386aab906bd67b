import type { StudioTool } from "@countersign/protocol";
import { Button, Group, Stack, Tabs, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBlocker, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { studioRunsQuery, studioToolQuery } from "../../../api/studio-queries.ts";
import { CodeEditor } from "../../../ui/code/code-editor.tsx";
import { typeOf } from "../../../ui/code/type-of.ts";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { AccessFields } from "./access-fields.tsx";
import { GuardFields } from "./guard-fields.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { PublishedBadge } from "./published-badge.tsx";
import { TestPanel } from "./test-panel.tsx";
import { useDraft, type DraftState } from "./use-draft.ts";
import { VersionsView } from "./versions-view.tsx";
import classes from "./studio.module.css";

export function StudioToolPage() {
  const { name } = useParams({ strict: false });
  const tool = useQuery(studioToolQuery(name ?? ""));
  return (
    <Loaded query={tool} what="The tool">
      {(found) => <Studio key={found.name} tool={found} />}
    </Loaded>
  );
}

const LEAVE = "What you changed is not saved. Leave it?";

function Studio({ tool }: { tool: StudioTool }) {
  const state = useDraft(tool);
  const [isPublishing, setIsPublishing] = useState(false);
  useBlocker({
    shouldBlockFn: () => state.isDirty && !globalThis.confirm(LEAVE),
    enableBeforeUnload: () => state.isDirty,
  });
  return (
    <>
      <PageHead
        title={tool.name}
        says={
          <>
            <TextLink to="/admin/studio">Tool Studio</TextLink>. What is published stays what it is until you publish again.
          </>
        }
      >
        <Group gap="sm">
          <PublishedBadge published={tool.published} tested={tool.tested} />
          <Button
            variant="default"
            disabled={!state.isDirty || state.faults.has("inputSchema")}
            loading={state.isSaving}
            onClick={() => state.save()}
          >
            Save the draft
          </Button>
          <Button onClick={() => setIsPublishing(true)} disabled={state.isDirty}>
            Publish…
          </Button>
        </Group>
      </PageHead>
      {state.error !== undefined && state.error !== null && (
        <Notice tone="error" title="The draft was not saved">
          {state.error}
        </Notice>
      )}
      <div className={classes.columns}>
        <Tabs defaultValue="code" keepMounted={false}>
          <Tabs.List aria-label="Parts of the tool">
            <Tabs.Tab value="code">Code</Tabs.Tab>
            <Tabs.Tab value="access">Access</Tabs.Tab>
            <Tabs.Tab value="guard">Description & policy</Tabs.Tab>
            <Tabs.Tab value="versions">Versions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="code" pt="md">
            <CodeFields tool={tool} state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="access" pt="md">
            <AccessFields tool={tool} state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="guard" pt="md">
            <GuardFields tool={tool} state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="versions" pt="md">
            <VersionsView tool={tool} state={state} />
          </Tabs.Panel>
        </Tabs>
        <section aria-label="Test" className={classes.test}>
          <h2 className={classes.heading}>Test</h2>
          <TestPanel key={JSON.stringify(state.draft.inputSchema)} tool={tool} state={state} />
        </section>
      </div>
      {isPublishing && <PublishDialog tool={tool} onClose={() => setIsPublishing(false)} />}
    </>
  );
}

function CodeFields({ tool, state }: { tool: StudioTool; state: DraftState }) {
  const { draft, faults, schemaText, setSchemaText } = state;
  const [latest] = useQuery(studioRunsQuery(tool.name)).data ?? [];
  const marks = useMemo(() => {
    const error = latest?.isDraft === true ? latest.error : null;
    return error?.line ? [{ line: error.line, column: error.column, message: error.message }] : [];
  }, [latest]);
  return (
    <Stack gap="md">
      <div>
        <p className={classes.label}>Source</p>
        <CodeEditor
          text={draft.source}
          label="Source of the tool"
          schema={draft.inputSchema}
          marks={state.isDirty ? NO_MARKS : marks}
          onChange={(source) => state.set({ source })}
          onSave={() => state.save()}
        />
        <p className={classes.type}>
          <code>input: {typeOf(draft.inputSchema)}</code>
        </p>
        {faults.has("source") && <p className={classes.fault}>{faults.get("source")}</p>}
      </div>
      <Textarea
        label="Schema of its input"
        description="JSON Schema of an object. Agents read it, every call is checked by it, and the editor completes from it."
        autosize
        minRows={8}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } }}
        value={schemaText}
        error={faults.get("inputSchema")}
        onChange={({ currentTarget }) => setSchemaText(currentTarget.value)}
      />
    </Stack>
  );
}

const NO_MARKS: readonly never[] = [];
