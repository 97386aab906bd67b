import type { strings } from "../checkpoints.tsx";

export const checkpoints: typeof strings = {};
