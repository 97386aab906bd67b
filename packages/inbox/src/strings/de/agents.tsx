import type { strings } from "../agents.tsx";

export const agents: typeof strings = {};
