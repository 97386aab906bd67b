import type { Role } from "@countersign/protocol";

export const ROLE_WORDS = {
  viewer: { label: "Viewer", says: "can read everything here and decide nothing" },
  approver: { label: "Approver", says: "can read everything here and decide what agents propose" },
  admin: { label: "Admin", says: "can decide, and change tools, MCP servers, groups, keys and people" },
} as const satisfies Record<Role, { label: string; says: string }>;
