import type { Outcome } from "@countersign/protocol";

const OPEN: ReadonlySet<Outcome["status"]> = new Set(["queued", "pending", "approved", "executing"]);

/** Whether more happens by itself or by a decision. An unknown outcome waits for a person and is reported as it is. */
export const isOpen = ({ status }: Pick<Outcome, "status">): boolean => OPEN.has(status);
