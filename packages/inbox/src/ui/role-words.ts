import type { Role } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";

/** Name of a role, and what it allows: completes "<name> …". */
export const roleWords = (role: Role): { label: string; says: string } => strings.roles[role];
