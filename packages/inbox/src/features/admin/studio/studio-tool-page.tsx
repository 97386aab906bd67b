import type { StudioTool } from "@countersign/protocol";
import { Button, Group, Stack, Tabs, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBlocker, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { studioRunsQuery, studioToolQuery } from "../../../api/studio-queries.ts";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/studio.tsx";
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
    <Loaded query={tool} what={strings.tool.tool}>
      {(found) => <Studio key={found.name} tool={found} />}
    </Loaded>
  );
}

function Studio({ tool }: { tool: StudioTool }) {
  const words = strings.tool;
  const state = useDraft(tool);
  const [isPublishing, setIsPublishing] = useState(false);
  useBlocker({
    shouldBlockFn: () => state.isDirty && !globalThis.confirm(adminStrings.leave),
    enableBeforeUnload: () => state.isDirty,
  });
  return (
    <>
      <PageHead
        title={tool.name}
        says={words.says((text) => (
          <TextLink to="/admin/studio">{text}</TextLink>
        ))}
      >
        <Group gap="sm">
          <PublishedBadge published={tool.published} tested={tool.tested} />
          <Button
            variant="default"
            disabled={!state.isDirty || state.faults.has("inputSchema")}
            loading={state.isSaving}
            onClick={() => state.save()}
          >
            {words.save}
          </Button>
          <Button onClick={() => setIsPublishing(true)} disabled={state.isDirty}>
            {words.publish}
          </Button>
        </Group>
      </PageHead>
      {state.error !== undefined && state.error !== null && (
        <Notice tone="error" title={words.notSaved}>
          {state.error}
        </Notice>
      )}
      <div className={classes.columns}>
        <Tabs defaultValue="code" keepMounted={false}>
          <Tabs.List aria-label={words.parts}>
            <Tabs.Tab value="code">{words.code}</Tabs.Tab>
            <Tabs.Tab value="access">{words.access}</Tabs.Tab>
            <Tabs.Tab value="guard">{words.guard}</Tabs.Tab>
            <Tabs.Tab value="versions">{words.versions}</Tabs.Tab>
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
        <section aria-label={words.test} className={classes.test}>
          <h2 className={classes.heading}>{words.test}</h2>
          <TestPanel key={JSON.stringify(state.draft.inputSchema)} tool={tool} state={state} />
        </section>
      </div>
      {isPublishing && <PublishDialog tool={tool} onClose={() => setIsPublishing(false)} />}
    </>
  );
}

function CodeFields({ tool, state }: { tool: StudioTool; state: DraftState }) {
  const words = strings.tool;
  const { draft, faults, schemaText, setSchemaText } = state;
  const [latest] = useQuery(studioRunsQuery(tool.name)).data ?? [];
  const marks = useMemo(() => {
    const error = latest?.isDraft === true ? latest.error : null;
    return error?.line ? [{ line: error.line, column: error.column, message: error.message }] : [];
  }, [latest]);
  return (
    <Stack gap="md">
      <div>
        <p className={classes.label}>{words.source}</p>
        <CodeEditor
          text={draft.source}
          label={words.sourceLabel}
          schema={draft.inputSchema}
          marks={state.isDirty ? NO_MARKS : marks}
          onChange={(source) => state.set({ source })}
          onSave={() => state.save()}
        />
        <p className={classes.type}>
          <code>{`input: ${typeOf(draft.inputSchema)}`}</code>
        </p>
        {faults.has("source") && <p className={classes.fault}>{faults.get("source")}</p>}
      </div>
      <Textarea
        label={words.schema}
        description={words.schemaSays}
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
