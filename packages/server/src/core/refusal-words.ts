import type { Refusal } from "./refusal.ts";

/** Describes a refused call to a model that can correct its input. Nothing was stored. */
export function refusalWords({ detail, errors }: Pick<Refusal, "detail" | "errors">): string {
  const faults = (errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return ["Nothing has run.", detail, ...faults].join("\n");
}
