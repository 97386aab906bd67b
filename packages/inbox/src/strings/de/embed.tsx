import type { strings } from "../embed.tsx";

export const embed: typeof strings = {};
