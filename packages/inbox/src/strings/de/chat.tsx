import type { strings } from "../chat.tsx";

export const chat: typeof strings = {};
