import { NativeSelect, TextInput } from "@mantine/core";
import { duration } from "../../../ui/time-words.ts";
import { strings } from "../../../strings/tools.tsx";
import { ApproverLines } from "./approver-lines.tsx";
import type { ToolFieldProps, ToolDraft } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

const inWords = (seconds: string): string => (/^\d{1,9}$/.test(seconds.trim()) ? ` (${duration(Number(seconds))})` : "");

/** Edits how long a call waits and how its caller waits. */
export function WaitFields(props: ToolFieldProps) {
  const { draft, faults, onChange } = props;
  const words = strings.waiting;
  return (
    <section className={classes.part} aria-label={words.title}>
      <div className={classes.pair}>
        <TextInput
          label={words.expireAfter}
          description={words.expireSays(inWords(draft.lifetimeSeconds))}
          placeholder={words.noEnd}
          inputMode="numeric"
          error={faults.get("lifetimeSeconds")}
          value={draft.lifetimeSeconds}
          onChange={({ currentTarget }) => onChange({ lifetimeSeconds: currentTarget.value })}
        />
        <NativeSelect
          label={words.caller}
          description={words.callerSays}
          error={faults.get("delivery")}
          value={draft.delivery}
          data={[
            { value: "", label: words.channelDefault },
            { value: "wait", label: words.delivery.wait },
            { value: "queue", label: words.delivery.queue },
          ]}
          onChange={({ currentTarget }) => onChange({ delivery: currentTarget.value as ToolDraft["delivery"] })}
        />
        <TextInput
          label={words.atMost}
          description={words.atMostSays(inWords(draft.waitSeconds))}
          placeholder={words.channelDefault}
          inputMode="numeric"
          error={faults.get("waitSeconds")}
          value={draft.waitSeconds}
          onChange={({ currentTarget }) => onChange({ waitSeconds: currentTarget.value })}
        />
        <NativeSelect
          label={words.whenOver}
          description={words.whenOverSays}
          error={faults.get("onWaitEnd")}
          value={draft.onWaitEnd}
          data={[
            { value: "", label: words.channelDefault },
            { value: "park", label: words.onEnd.park },
            { value: "expire", label: words.onEnd.expire },
          ]}
          onChange={({ currentTarget }) => onChange({ onWaitEnd: currentTarget.value as ToolDraft["onWaitEnd"] })}
        />
      </div>
      <ReminderFields {...props} />
    </section>
  );
}

/** Edits when those who may decide are reminded, and whom else the call goes to after a time. */
function ReminderFields({ draft, faults, onChange }: ToolFieldProps) {
  const words = strings.waiting;
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={words.remindAfter}
          description={words.remindSays(inWords(draft.remindAfterSeconds))}
          placeholder={words.noReminder}
          inputMode="numeric"
          error={faults.get("remindAfterSeconds")}
          value={draft.remindAfterSeconds}
          onChange={({ currentTarget }) => onChange({ remindAfterSeconds: currentTarget.value })}
        />
        <TextInput
          label={words.escalateAfter}
          description={words.escalateSays(inWords(draft.escalateAfterSeconds))}
          placeholder={words.nobodyElse}
          inputMode="numeric"
          error={faults.get("escalateAfterSeconds")}
          value={draft.escalateAfterSeconds}
          onChange={({ currentTarget }) => onChange({ escalateAfterSeconds: currentTarget.value })}
        />
      </div>
      {(draft.escalateAfterSeconds !== "" || draft.escalateTo.length > 0) && (
        <ApproverLines
          label={words.escalateTo}
          lines={draft.escalateTo}
          fault={faults.get("escalateTo")}
          onChange={(escalateTo) => onChange({ escalateTo })}
        />
      )}
    </>
  );
}
