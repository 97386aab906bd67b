import { strings } from "../strings/code.tsx";

export const changeWords = (kind: keyof typeof strings.changes): string => strings.changes[kind];
