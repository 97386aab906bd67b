import type { strings } from "../audit.tsx";

export const audit: typeof strings = {};
