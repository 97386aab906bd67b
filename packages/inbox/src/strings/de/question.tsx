import type { strings } from "../question.tsx";

export const question: typeof strings = {};
