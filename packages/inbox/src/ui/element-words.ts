import type { ElementKind } from "@countersign/protocol";
import { strings } from "../strings/code.tsx";

export const elementWords = (kind: ElementKind): { one: string; many: string } => strings.elements[kind];

export const changeWords = (kind: keyof typeof strings.changes): string => strings.changes[kind];
