import type { strings } from "../groups.tsx";

export const groups: typeof strings = {};
