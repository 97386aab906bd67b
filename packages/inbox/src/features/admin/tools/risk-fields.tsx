import { RISKS } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { FieldProps } from "./field-props.ts";
import type { ToolDraft } from "./tool-draft.ts";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

const LEVELS = ["read only", "low", "moderate", "elevated", "high", "critical"] as const;

export function RiskFields({ tool, draft, faults, onChange }: FieldProps) {
  const { risk, effectiveRisk, riskReasons, riskSource } = tool;
  return (
    <section className={classes.part} aria-label="Risk">
      <h2 className={classes.partTitle}>Risk</h2>
      <p className={classes.muted}>
        Level {risk} of 5 by itself
        {risk === effectiveRisk ? "" : `, shown as ${effectiveRisk} because a person approves every call`};{" "}
        {riskSource === "set" ? "set by an administrator" : "scored"}, because
      </p>
      <ul className={adminClasses.points}>
        {riskReasons.map((reason) => (
          <li key={reason}>
            <VisibleText text={reason} newlines="mark" />
          </li>
        ))}
      </ul>
      <NativeSelect
        label="Level"
        description="Caps of agents, reading duties and in-client answers go by it"
        error={faults.get("risk")}
        value={draft.risk}
        data={[
          { value: "", label: "As scored" },
          ...RISKS.map((level) => ({ value: String(level), label: `${level}, ${LEVELS[level]}` })),
        ]}
        onChange={({ currentTarget }) => onChange({ risk: currentTarget.value as ToolDraft["risk"] })}
      />
    </section>
  );
}
