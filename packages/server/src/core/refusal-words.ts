import type { Refusal } from "./refusal.ts";

/** A refused call, for a model that can mend its input. Nothing was stored. */
export function refusalWords({ detail, errors }: Pick<Refusal, "detail" | "errors">): string {
  const faults = (errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return ["Nothing has run.", detail, ...faults].join("\n");
}
