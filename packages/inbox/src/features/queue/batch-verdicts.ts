import type { DecisionItem, JsonObject } from "@countersign/protocol";

/** By action id: edits that the server has checked, and the digest of what approving with them would run. */
export type KeptEdits = ReadonlyMap<string, { userEdits: JsonObject; digest: string }>;

export type BatchVerdict = DecisionItem["verdict"];

interface VerdictWords {
  /** `Approve 4 actions`, `Send 4 actions back`. */
  ask: (what: string | number) => string;
  meaning: string;
  color: string;
  /** Message to the agents; null if the verdict has none. */
  text: { label: string; placeholder: string; required: boolean } | null;
}

/** Words for each verdict when it is given to many actions at once. */
export const BATCH_VERDICTS = {
  approve: {
    ask: (what) => `Approve ${what}`,
    meaning: "Each runs once, exactly as proposed.",
    color: "teal.9",
    text: null,
  },
  reject: {
    ask: (what) => `Reject ${what}`,
    meaning: "None of these runs. Their agents are told.",
    color: "red.9",
    text: { label: "Reason, told to the agents", placeholder: "Optional", required: false },
  },
  refine: {
    ask: (what) => `Send ${what} back`,
    meaning: "None of these runs. Their agents may propose new ones that answer what you write.",
    color: "indigo.8",
    text: { label: "What should the agent change?", placeholder: "The same for all of them", required: true },
  },
} as const satisfies Record<BatchVerdict, VerdictWords>;
