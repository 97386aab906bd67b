import type { strings } from "../notifications.tsx";

export const notifications: typeof strings = {};
