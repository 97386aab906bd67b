import type { strings } from "../decision.tsx";

export const decision: typeof strings = {};
