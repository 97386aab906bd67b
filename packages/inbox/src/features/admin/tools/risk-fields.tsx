import { NativeSelect } from "@mantine/core";
import { strings } from "../../../strings/tools.tsx";
import type { ToolFieldProps, ToolDraft } from "./tool-draft.ts";
import { riskChoices } from "./risk-choices.ts";
import { Points } from "../shared/card-parts.tsx";
import classes from "./tool-drawer.module.css";

export function RiskFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  const words = strings.risk;
  return (
    <section className={classes.part} aria-label={words.title}>
      <h2 className={classes.partTitle}>{words.title}</h2>
      <p className={classes.muted}>{words.because(tool)}</p>
      <Points lines={tool.riskReasons} />
      <NativeSelect
        label={words.level}
        description={words.usedFor}
        error={faults.get("risk")}
        value={draft.risk}
        data={riskChoices()}
        onChange={({ currentTarget }) => onChange({ risk: currentTarget.value as ToolDraft["risk"] })}
      />
    </section>
  );
}
