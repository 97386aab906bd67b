import type { strings } from "../connections.tsx";

export const connections: typeof strings = {};
