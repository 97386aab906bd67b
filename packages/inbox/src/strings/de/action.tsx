import type { strings } from "../action.tsx";

export const action: typeof strings = {};
