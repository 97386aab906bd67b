import { fileURLToPath } from "node:url";

/** Root folder of the workspace, independent of the current folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
