import type { strings } from "../drawing.tsx";

export const drawing: typeof strings = {};
