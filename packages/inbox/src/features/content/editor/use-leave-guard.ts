import { useBlocker } from "@tanstack/react-router";

/** While something is unsaved, leaving asks: within the inbox by a dialog of ours, else by the browser's. */
export const useLeaveGuard = (isUnsaved: () => boolean) =>
  useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true });
