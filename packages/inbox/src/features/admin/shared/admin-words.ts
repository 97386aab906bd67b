import type { Role, GroupApproval } from "@countersign/protocol";

export const ROLE_WORDS = {
  viewer: { label: "Read", says: "can read everything here and decide nothing" },
  approver: { label: "Decide", says: "can read everything here and decide what agents propose" },
  admin: { label: "Administer", says: "can decide, and change tools, upstreams, groups, keys and people" },
} as const satisfies Record<Role, { label: string; says: string }>;

/** Words for a group's approval setting of a tool. */
export const GROUP_APPROVAL_WORDS = {
  required: "always asks",
  never: "asks nobody",
} as const satisfies Record<GroupApproval, string>;
