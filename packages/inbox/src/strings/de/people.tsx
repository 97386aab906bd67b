import type { strings } from "../people.tsx";

export const people: typeof strings = {};
