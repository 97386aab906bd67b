import type { WorkspaceSettings } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { workspaceSettingsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const CHOICES: readonly (readonly [number | null, string])[] = [
  [null, "After a day; at once in the workspace's first day"],
  [0, "At once"],
  [HOUR, "After an hour"],
  [4 * HOUR, "After 4 hours"],
  [DAY, "After a day"],
  [3 * DAY, "After 3 days"],
  [7 * DAY, "After a week"],
];

/** Sets when approval rules begin to count a raised role or a new team. */
export function NewApproverWait() {
  const seconds = useQuery(workspaceSettingsQuery).data?.newApproverWaitSeconds;
  const save = useConfirmed(useChange<WorkspaceSettings>(keys.workspaceSettings), () => undefined);
  if (seconds === undefined) return null;
  const choices = CHOICES.some(([value]) => value === seconds)
    ? CHOICES
    : [...CHOICES, [seconds, `After ${seconds} seconds`] as const];
  return (
    <>
      <NativeSelect
        mt="md"
        label="In approval rules, a raised role or a new team counts"
        description="Until then the former role and teams count, and an emergency right does not. Every administrator is notified."
        value={String(seconds)}
        disabled={save.isSending}
        onChange={({ currentTarget: { value } }) =>
          save.send({
            method: "PUT",
            path: "/api/settings",
            body: { newApproverWaitSeconds: value === "null" ? null : Number(value) },
          })
        }
        data={choices.map(([value, label]) => ({ value: String(value), label }))}
      />
      {save.error && (
        <Notice tone="error" title="It was not saved">
          {save.error.message}
        </Notice>
      )}
      <LoweredDialog change={save} title="Reduce protection?" verb="Save it" />
    </>
  );
}
