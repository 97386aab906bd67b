import type { strings } from "../safety.tsx";

export const safety: typeof strings = {};
