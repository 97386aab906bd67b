import type { strings } from "../shell.tsx";

export const shell: typeof strings = {};
