import { RISKS } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";

/** Options of the field for a tool's risk; `""` leaves it as scored. */
export const riskChoices = () => [
  { value: "" as const, label: strings.risk.asScored },
  ...RISKS.map((level) => ({ value: `${level}` as const, label: uiStrings.risk.choice(level) })),
];
