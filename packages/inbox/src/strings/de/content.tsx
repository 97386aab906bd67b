import type { strings } from "../content.tsx";

export const content: typeof strings = {};
