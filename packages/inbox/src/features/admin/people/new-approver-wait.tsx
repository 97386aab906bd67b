import type { WorkspaceSettings } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { workspaceSettingsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/people.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const CHOICES = [
  [null, "usual"],
  [0, "atOnce"],
  [HOUR, "hour"],
  [4 * HOUR, "fourHours"],
  [DAY, "day"],
  [3 * DAY, "threeDays"],
  [7 * DAY, "week"],
] as const;

/** Sets when approval rules begin to count a raised role or a new team. */
export function NewApproverWait() {
  const seconds = useQuery(workspaceSettingsQuery).data?.newApproverWaitSeconds;
  const save = useConfirmed(useChange<WorkspaceSettings>(keys.workspaceSettings), () => undefined);
  if (seconds === undefined) return null;
  const words = strings.wait;
  const choices = CHOICES.map(([value, name]) => ({ value: String(value), label: words.choices[name] }));
  if (seconds !== null && CHOICES.every(([value]) => value !== seconds))
    choices.push({ value: String(seconds), label: words.seconds(seconds) });
  return (
    <>
      <NativeSelect
        mt="md"
        label={words.label}
        description={words.says}
        value={String(seconds)}
        disabled={save.isSending}
        onChange={({ currentTarget: { value } }) =>
          save.send({
            method: "PUT",
            path: "/api/settings",
            body: { newApproverWaitSeconds: value === "null" ? null : Number(value) },
          })
        }
        data={choices}
      />
      {save.error && (
        <Notice tone="error" title={words.failed}>
          {save.error.message}
        </Notice>
      )}
      <LoweredDialog change={save} title={words.reduceProtection} verb={words.save} />
    </>
  );
}
