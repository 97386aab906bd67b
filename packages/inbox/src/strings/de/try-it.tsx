import type { strings } from "../try-it.tsx";

export const tryIt: typeof strings = {};
