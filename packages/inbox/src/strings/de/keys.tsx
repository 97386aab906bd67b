import type { strings } from "../keys.tsx";

export const keys: typeof strings = {};
