import type { strings } from "../keyboard.tsx";

export const keyboard: typeof strings = {};
