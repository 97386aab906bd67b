import { NOT_RATED, RISK_NAMES, RISKS, type Tool } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import type { ToolFieldProps, ToolDraft } from "./tool-draft.ts";
import { Points } from "../shared/card-parts.tsx";
import classes from "./tool-drawer.module.css";

export function RiskFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  return (
    <section className={classes.part} aria-label="Risk">
      <h2 className={classes.partTitle}>Risk</h2>
      <p className={classes.muted}>{ratedAs(tool)}, because</p>
      <Points lines={tool.riskReasons} />
      <NativeSelect
        label="Level"
        description="Used for agent risk limits, mandatory review and in-client approval"
        error={faults.get("risk")}
        value={draft.risk}
        data={[
          { value: "", label: "As scored" },
          ...RISKS.map((level) => ({ value: String(level), label: `${level}, ${RISK_NAMES[level].toLowerCase()}` })),
        ]}
        onChange={({ currentTarget }) => onChange({ risk: currentTarget.value as ToolDraft["risk"] })}
      />
    </section>
  );
}

function ratedAs({ risk, ratedRisk, effectiveRisk, riskSource }: Tool): string {
  if (ratedRisk === null) return `${NOT_RATED}; rules take it for level ${risk} of 5`;
  const shown = ratedRisk === effectiveRisk ? "" : `, shown as ${effectiveRisk} because a person approves every call`;
  return `Level ${ratedRisk} of 5 by itself${shown}; ${riskSource === "set" ? "set by an administrator" : "scored"}`;
}
