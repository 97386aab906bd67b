import type { strings } from "../app.tsx";

export const app: typeof strings = {};
