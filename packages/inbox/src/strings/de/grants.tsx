import type { strings } from "../grants.tsx";

export const grants: typeof strings = {};
