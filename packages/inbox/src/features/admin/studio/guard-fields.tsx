import type { Risk, StudioDraft, StudioTool } from "@countersign/protocol";
import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import type { DraftState } from "./use-draft.ts";

interface Props {
  state: DraftState;
  tool: StudioTool;
}

/** Edits how the tool's calls are guarded, and the texts that agents and people read. */
export function GuardFields({ state, tool }: Props) {
  const { draft, faults, set } = state;
  const byRisk = (draft.risk ?? tool.level) === 0 ? "without a person" : "a person is asked";
  return (
    <Stack gap="md">
      <TextInput
        label="Title"
        description="For people; without one they read its name."
        value={draft.title ?? ""}
        error={faults.get("title")}
        onChange={({ currentTarget }) => set({ title: currentTarget.value === "" ? null : currentTarget.value })}
      />
      <Textarea
        label="Description"
        description="What agents read to know when to call it."
        autosize
        minRows={2}
        maxRows={10}
        value={draft.description}
        error={faults.get("description")}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <NativeSelect
        label="Risk"
        description="It can be set higher than what it may reach, never lower."
        value={draft.risk === null ? "" : String(draft.risk)}
        error={faults.get("risk")}
        data={[
          { value: "", label: `As its access says (${tool.level} of 5)` },
          ...[1, 2, 3, 4, 5]
            .filter((level) => level >= tool.level)
            .map((level) => ({ value: String(level), label: `${level} of 5` })),
        ]}
        onChange={({ currentTarget }) =>
          set({ risk: currentTarget.value === "" ? null : (Number(currentTarget.value) as Risk) })
        }
      />
      <NativeSelect
        label="Approval"
        value={draft.approval ?? ""}
        error={faults.get("approval")}
        data={[
          { value: "", label: `As its risk says: ${byRisk}` },
          { value: "required", label: "A person is asked about every call" },
          { value: "never", label: "Nobody is asked; to be confirmed above risk 0" },
        ]}
        onChange={({ currentTarget }) =>
          set({ approval: (currentTarget.value === "" ? null : currentTarget.value) as StudioDraft["approval"] })
        }
      />
      <Textarea
        label="Question to the person"
        description="{toolName} and {args} are filled in. Empty: the usual one."
        autosize
        minRows={1}
        maxRows={6}
        value={draft.promptTemplate ?? ""}
        error={faults.get("promptTemplate")}
        onChange={({ currentTarget }) => set({ promptTemplate: currentTarget.value === "" ? null : currentTarget.value })}
      />
      <TextInput
        label="Group"
        description="Agents of this group see it once it is published first; later its groups are changed under Tools."
        value={draft.group}
        error={faults.get("group")}
        disabled={tool.published !== null}
        onChange={({ currentTarget }) => set({ group: currentTarget.value })}
      />
    </Stack>
  );
}
