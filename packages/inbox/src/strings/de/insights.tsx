import type { strings } from "../insights.tsx";

export const insights: typeof strings = {};
