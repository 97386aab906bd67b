import type { strings } from "../condition.tsx";

export const condition: typeof strings = {};
