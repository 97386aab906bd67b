import type { strings } from "../editor.tsx";

export const editor: typeof strings = {};
