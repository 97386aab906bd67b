import type { Risk } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";

/** Display name of a risk level; null means that nobody has rated the tool. */
export const riskWords = (risk: Risk | null): string => (risk === null ? strings.risk.notRated : strings.risk.names[risk]);
