import type { strings } from "../panel.tsx";

export const panel: typeof strings = {};
