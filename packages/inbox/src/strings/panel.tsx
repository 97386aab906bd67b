import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

const proposals = (amount: number): string => count(amount, "proposal", "proposals");

export const strings = catalogue("panel", {
  proposals: "Proposals",
  proposalsOfConversation: "Proposals in this conversation",
  reading: "Loading proposals",
  nothingProposed: "No proposals yet.",
  /** `isPartial`: some are not loaded yet. */
  waiting: (waiting: number, all: number, isPartial: boolean) =>
    `${waiting === 0 ? "No proposal is waiting for a decision" : `${numberWords(waiting)} of ${proposals(all)} waiting`}${isPartial ? " (loaded so far)" : ""}`,
  someNotRead: "Some changes could not be loaded",
  eachCanBeOpened: "You can open each action in the inbox.",
  showMore: (amount: number) => `Show ${numberWords(amount)} more`,
  inOneTable: (amount: number) => `${proposals(amount)} in one table`,
  waitingOfThese: (waiting: number, all: number) =>
    waiting === 0 ? "None of these is waiting for a decision" : `${numberWords(waiting)} of ${proposals(all)} waiting`,
  /** What a proposal does to its target. */
  kinds: { calls: "Calls", adds: "Adds", removes: "Removes", changes: "Changes" },
  table: {
    selectAllWaiting: "Select all waiting",
    what: "Target",
    kind: "Kind",
    status: "Status",
    changes: "Changes",
    expandAll: "Expand all",
    collapseAll: "Collapse all",
  },
  row: {
    select: (title: string) => `Select: ${title}`,
    changesOf: (title: string) => `Changes: ${title}`,
    hide: "Hide",
    viewChanges: "View changes",
    changesNotRead: "The changes are not shown here.",
    openInInbox: "Open in the inbox to see the full input",
  },
});
