import type { strings } from "../studio.tsx";

export const studio: typeof strings = {};
