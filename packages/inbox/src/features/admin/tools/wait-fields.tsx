import { NativeSelect, TextInput } from "@mantine/core";
import { duration } from "../../../ui/time-words.ts";
import { ApproverLines } from "./approver-lines.tsx";
import type { ToolFieldProps, ToolDraft } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

const inWords = (seconds: string): string => (/^\d{1,9}$/.test(seconds.trim()) ? ` (${duration(Number(seconds))})` : "");

/** Edits how long a call waits, how its caller waits, and where the call may be approved. */
export function WaitFields(props: ToolFieldProps) {
  const { draft, faults, onChange } = props;
  return (
    <section className={classes.part} aria-label="Waiting">
      <h2 className={classes.partTitle}>Waiting</h2>
      <div className={classes.pair}>
        <TextInput
          label="Expire after (s)"
          description={`If nobody has decided by then${inWords(draft.lifetimeSeconds)}`}
          placeholder="No end"
          inputMode="numeric"
          error={faults.get("lifetimeSeconds")}
          value={draft.lifetimeSeconds}
          onChange={({ currentTarget }) => onChange({ lifetimeSeconds: currentTarget.value })}
        />
        <NativeSelect
          label="The caller"
          description="What an agent's call does meanwhile"
          error={faults.get("delivery")}
          value={draft.delivery}
          data={[
            { value: "", label: "Default for the channel" },
            { value: "wait", label: "Waits for the decision" },
            { value: "queue", label: "Is told at once that it is queued" },
          ]}
          onChange={({ currentTarget }) => onChange({ delivery: currentTarget.value as ToolDraft["delivery"] })}
        />
        <TextInput
          label="Waits at most, in seconds"
          description={`Up to 600${inWords(draft.waitSeconds)}`}
          placeholder="Default for the channel"
          inputMode="numeric"
          error={faults.get("waitSeconds")}
          value={draft.waitSeconds}
          onChange={({ currentTarget }) => onChange({ waitSeconds: currentTarget.value })}
        />
        <NativeSelect
          label="When that is over"
          description="And nobody has decided"
          error={faults.get("onWaitEnd")}
          value={draft.onWaitEnd}
          data={[
            { value: "", label: "Default for the channel" },
            { value: "park", label: "It stays, and can be asked for again" },
            { value: "expire", label: "It expires; the call is declined" },
          ]}
          onChange={({ currentTarget }) => onChange({ onWaitEnd: currentTarget.value as ToolDraft["onWaitEnd"] })}
        />
      </div>
      <ReminderFields {...props} />
      <NativeSelect
        label="Answers at the client"
        description="Whether the person at an agent's client may answer there, where the agent's key allows it too"
        error={faults.get("inClient")}
        value={draft.inClient}
        data={[
          { value: "", label: "Below risk 4" },
          { value: "true", label: "Yes" },
          { value: "false", label: "No, only signed-in people" },
        ]}
        onChange={({ currentTarget }) => onChange({ inClient: currentTarget.value as ToolDraft["inClient"] })}
      />
    </section>
  );
}

/** Edits when those who may decide are reminded, and whom else the call goes to after a time. */
function ReminderFields({ draft, faults, onChange }: ToolFieldProps) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="Remind after (s)"
          description={`Once, those who may decide${inWords(draft.remindAfterSeconds)}`}
          placeholder="No reminder"
          inputMode="numeric"
          error={faults.get("remindAfterSeconds")}
          value={draft.remindAfterSeconds}
          onChange={({ currentTarget }) => onChange({ remindAfterSeconds: currentTarget.value })}
        />
        <TextInput
          label="Escalate after (s)"
          description={`Those below may decide as well then${inWords(draft.escalateAfterSeconds)}`}
          placeholder="Nobody else"
          inputMode="numeric"
          error={faults.get("escalateAfterSeconds")}
          value={draft.escalateAfterSeconds}
          onChange={({ currentTarget }) => onChange({ escalateAfterSeconds: currentTarget.value })}
        />
      </div>
      {(draft.escalateAfterSeconds !== "" || draft.escalateTo.length > 0) && (
        <ApproverLines
          label="Escalate to"
          lines={draft.escalateTo}
          fault={faults.get("escalateTo")}
          onChange={(escalateTo) => onChange({ escalateTo })}
        />
      )}
    </>
  );
}
