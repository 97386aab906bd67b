import type { strings } from "../emergency.tsx";

export const emergency: typeof strings = {};
