import type { GroupApproval } from "@countersign/protocol";

/** What a group says about the approval of a tool. */
export const GROUP_APPROVAL_WORDS = {
  required: "always asks",
  never: "asks nobody",
} as const satisfies Record<GroupApproval, string>;
