import type { ElementKind } from "@countersign/protocol";
import { strings } from "../strings/drawing.tsx";

export const elementWords = (kind: ElementKind): { one: string; many: string } => strings.elements[kind];
