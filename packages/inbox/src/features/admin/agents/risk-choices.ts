import { RISKS, type Risk } from "@countersign/protocol";
import { strings } from "../../../strings/agents.tsx";

/** The choices of a highest risk; `none` names that there is none. */
export const risksOr = (none: string) => [
  { value: "", label: none },
  ...RISKS.map((risk) => ({ value: String(risk), label: strings.fields.upToRisk(risk) })),
];

/** The risk that a choice means. */
export const riskOf = (value: string): Risk | null => (value === "" ? null : (Number(value) as Risk));
