import type { DecisionItem, JsonObject } from "@countersign/protocol";

/** By action id: edits that the server has checked, and the digest of what approving with them would run. */
export type KeptEdits = ReadonlyMap<string, { userEdits: JsonObject; digest: string }>;

export type BatchVerdict = DecisionItem["verdict"];

/** What sets the verdicts apart, besides their words, when one is given to many actions at once. */
export const BATCH_VERDICTS = {
  approve: { color: "teal.9", needsMessage: false },
  reject: { color: "red.9", needsMessage: false },
  refine: { color: "indigo.8", needsMessage: true },
} as const satisfies Record<BatchVerdict, { color: string; needsMessage: boolean }>;
