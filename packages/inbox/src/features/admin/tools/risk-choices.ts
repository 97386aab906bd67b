import { RISKS } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";

/** Options of the field for a tool's risk; `""` leaves it as scored. */
export const riskChoices = () => [
  { value: "", label: strings.risk.asScored },
  ...RISKS.map((level) => ({ value: String(level), label: uiStrings.risk.choice(level) })),
];
