import type { StudioRun, StudioTool } from "@countersign/protocol";
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { studioPath, studioRunsQuery } from "../../../api/studio-queries.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/studio.tsx";
import { WHOLE } from "../../../ui/input-form/edit-draft.ts";
import { editFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { ToolInput } from "../try-it/tool-input.tsx";
import { useToolInput } from "../try-it/use-tool-input.ts";
import { RunView } from "./run-view.tsx";
import type { DraftState } from "./use-draft.ts";
import classes from "./studio.module.css";

interface Props {
  tool: StudioTool;
  state: DraftState;
}

/** Saves the draft, then runs it with an input that the person enters. Each run is recorded. */
export function TestPanel({ tool, state }: Props) {
  const words = strings.test;
  const input = useToolInput(state.draft);
  const runs = useQuery(studioRunsQuery(tool.name));
  const run = useConfirmed(useChange<StudioRun>(keys.studio), () => undefined);
  const errors = (run.error?.problem?.errors ?? []).map(({ path, message }) => ({
    path: path.replace(/^\/input(?=\/|$)/, ""),
    message,
  }));
  const faults = input.faults ?? editFaults(errors, input.names);
  const test = (): void => {
    const given = input.read();
    if (!given) return;
    state.save(({ draftVersion }) =>
      run.send({ method: "POST", path: studioPath(tool.name, "/runs"), body: { input: given, draftVersion } }),
    );
  };
  const [latest, ...earlier] = runs.data ?? [];
  return (
    <Stack gap="sm">
      <ToolInput input={input} faults={faults} onEdit={run.cancel} />
      {faults.has(WHOLE) && <Notice tone="error">{faults.get(WHOLE)}</Notice>}
      {run.error && errors.length === 0 && (
        <Notice tone="error" title={words.failed}>
          {run.error.message}
        </Notice>
      )}
      <div>
        <Button onClick={test} loading={run.isSending || state.isSaving}>
          {state.isDirty ? words.saveAndRun : words.run}
        </Button>
      </div>
      {latest && (
        <section aria-label={words.latest}>
          <RunView run={latest} />
        </section>
      )}
      {earlier.length > 0 && (
        <details className={classes.earlier}>
          <summary>{words.earlier(earlier.length)}</summary>
          {earlier.map((each) => (
            <RunView key={each.id} run={each} />
          ))}
        </details>
      )}
      <LoweredDialog change={run} title={words.forReal} verb={words.run} />
    </Stack>
  );
}
