import type { strings } from "../session.tsx";

export const session: typeof strings = {};
