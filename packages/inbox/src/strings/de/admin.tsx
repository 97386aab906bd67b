import type { strings } from "../admin.tsx";

export const admin: typeof strings = {};
