import type { strings } from "../history.tsx";

export const history: typeof strings = {};
