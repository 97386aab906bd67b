import type { strings } from "../upstreams.tsx";

export const upstreams: typeof strings = {};
