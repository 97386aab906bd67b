import type { Risk, StudioDraft, StudioTool } from "@countersign/protocol";
import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { strings } from "../../../strings/studio.tsx";
import type { DraftState } from "./use-draft.ts";

interface Props {
  state: DraftState;
  tool: StudioTool;
}

/** Edits how the tool's calls are guarded, and the texts that agents and people read. */
export function GuardFields({ state, tool }: Props) {
  const { draft, faults, set } = state;
  const words = strings.guard;
  const asksByRisk = (draft.risk ?? tool.level) > 0;
  return (
    <Stack gap="md">
      <TextInput
        label={words.title}
        description={words.titleSays}
        value={draft.title ?? ""}
        error={faults.get("title")}
        onChange={({ currentTarget }) => set({ title: currentTarget.value === "" ? null : currentTarget.value })}
      />
      <Textarea
        label={words.description}
        description={words.descriptionSays}
        autosize
        minRows={2}
        maxRows={10}
        value={draft.description}
        error={faults.get("description")}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <NativeSelect
        label={words.risk}
        description={words.riskSays}
        value={draft.risk === null ? "" : String(draft.risk)}
        error={faults.get("risk")}
        data={[
          { value: "", label: words.riskOfAccess(tool.level) },
          ...[1, 2, 3, 4, 5]
            .filter((level) => level >= tool.level)
            .map((level) => ({ value: String(level), label: words.riskLevel(level) })),
        ]}
        onChange={({ currentTarget }) =>
          set({ risk: currentTarget.value === "" ? null : (Number(currentTarget.value) as Risk) })
        }
      />
      <NativeSelect
        label={words.approval}
        value={draft.approval ?? ""}
        error={faults.get("approval")}
        data={[
          { value: "", label: words.asRiskSays(asksByRisk) },
          { value: "required", label: words.required },
          { value: "never", label: words.never },
        ]}
        onChange={({ currentTarget }) =>
          set({ approval: (currentTarget.value === "" ? null : currentTarget.value) as StudioDraft["approval"] })
        }
      />
      <Textarea
        label={words.question}
        description={words.questionSays}
        autosize
        minRows={1}
        maxRows={6}
        value={draft.promptTemplate ?? ""}
        error={faults.get("promptTemplate")}
        onChange={({ currentTarget }) => set({ promptTemplate: currentTarget.value === "" ? null : currentTarget.value })}
      />
      <TextInput
        label={words.group}
        description={words.groupSays}
        value={draft.group}
        error={faults.get("group")}
        disabled={tool.published !== null}
        onChange={({ currentTarget }) => set({ group: currentTarget.value })}
      />
    </Stack>
  );
}
