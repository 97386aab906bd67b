import type { strings } from "../admin-content.tsx";

export const adminContent: typeof strings = {};
