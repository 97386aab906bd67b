import type { strings } from "../settings.tsx";

export const settings: typeof strings = {};
