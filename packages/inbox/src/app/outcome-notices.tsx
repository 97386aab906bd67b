import { useApproverNotices } from "./use-approver-notices.tsx";
import { useOutcomeNotices } from "./use-outcome-notices.tsx";

/** Loaded after the page: what it tells happens after a decision. */
export function OutcomeNotices() {
  useOutcomeNotices();
  useApproverNotices();
  return null;
}
