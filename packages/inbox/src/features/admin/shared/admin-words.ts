import type { GroupApproval } from "@countersign/protocol";

/** Words for a group's approval setting of a tool. */
export const GROUP_APPROVAL_WORDS = {
  required: "always asks",
  never: "asks nobody",
} as const satisfies Record<GroupApproval, string>;
