import type { Outcome } from "@countersign/protocol";

const OPEN: ReadonlySet<Outcome["status"]> = new Set(["queued", "pending", "approved", "executing"]);

/** Something more happens to it by itself or by a decision. An unknown outcome waits for a person and is told as it is. */
export const isOpen = ({ status }: Pick<Outcome, "status">): boolean => OPEN.has(status);
