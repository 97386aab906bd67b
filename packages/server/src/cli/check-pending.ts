import type { Action } from "@countersign/protocol";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** Throws if the action is already decided, before anything is shown. The server checks again. */
export function checkPending({ status, resolvedBy }: Action): void {
  if (status === "pending") return;
  const who = resolvedBy === null ? "" : `, decided by ${renderForTerminal(resolvedBy.name, { form: "line" })}`;
  throw new CliFault(EXIT.refused, `The action is no longer pending: it is ${status}${who}.`);
}
