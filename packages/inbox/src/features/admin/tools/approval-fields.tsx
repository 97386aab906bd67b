import { APPROVALS, type Approval } from "@countersign/protocol";
import { Radio, Stack, Textarea } from "@mantine/core";
import { monospace, type FieldProps } from "./field-props.ts";
import classes from "./tool-drawer.module.css";

const SAYS = {
  required: "Every call asks a person first",
  when: "Only calls for which an expression is true ask",
  never: "No call asks; it runs at once",
} as const satisfies Record<Approval, string>;

export function ApprovalFields({ draft, faults, onChange }: FieldProps) {
  return (
    <section className={classes.part} aria-label="Approval">
      <h2 className={classes.partTitle}>Approval</h2>
      <Radio.Group
        aria-label="When a person is asked"
        value={draft.approval}
        error={faults.get("approval")}
        onChange={(next) => onChange({ approval: next as Approval })}
      >
        <Stack gap={6}>
          {APPROVALS.map((value) => (
            <Radio key={value} value={value} label={SAYS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.approval === "when" && (
        <Textarea
          label="Asks when"
          description={
            <>
              A CEL expression on args, such as <code>args.amount &gt; 100</code> or{" "}
              <code>args.path.startsWith(&quot;prod/&quot;)</code>. Whatever it cannot judge asks.
            </>
          }
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          spellCheck={false}
          styles={monospace}
          error={faults.get("approvalWhen")}
          value={draft.approvalWhen}
          onChange={({ currentTarget }) => onChange({ approvalWhen: currentTarget.value })}
        />
      )}
    </section>
  );
}
