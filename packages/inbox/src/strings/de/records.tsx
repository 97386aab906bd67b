import type { strings } from "../records.tsx";

export const records: typeof strings = {};
