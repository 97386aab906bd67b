import type { strings } from "../code.tsx";

export const code: typeof strings = {};
