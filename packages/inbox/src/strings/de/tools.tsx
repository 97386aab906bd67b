import type { strings } from "../tools.tsx";

export const tools: typeof strings = {};
