import type { strings } from "../queue.tsx";

export const queue: typeof strings = {};
