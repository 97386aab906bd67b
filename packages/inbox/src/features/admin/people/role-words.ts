import type { Role } from "@countersign/protocol";

export const ROLE_WORDS = {
  viewer: { label: "Read", says: "can read everything here and decide nothing" },
  approver: { label: "Decide", says: "can read everything here and decide what agents propose" },
  admin: { label: "Administer", says: "can decide, and change tools, upstreams, groups, keys and people" },
} as const satisfies Record<Role, { label: string; says: string }>;
