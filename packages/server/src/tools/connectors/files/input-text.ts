import type { Json } from "@countersign/protocol";
import { ToolFailure } from "../../../ports/tool.ts";

/** Refuses lone surrogates: a file would store another character than the one approved. */
export function inputText(value: Json | undefined, path: string): string {
  if (typeof value !== "string") throw new ToolFailure("invalid", "must be text", path);
  if (/\p{Surrogate}/u.test(value)) throw new ToolFailure("invalid", "has a lone surrogate", path);
  return value;
}
