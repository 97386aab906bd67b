import { useLocalStorage } from "@mantine/hooks";

/** DOM id of the pane that shows the open action, beside the list. The skip link and the focus go there. */
export const ACTION_ID = "action";

/** Whether a decision opens the next action of the list; stored in this browser. */
export const useOpensNext = () =>
  useLocalStorage<boolean>({ key: "countersign-opens-next", defaultValue: false, getInitialValueInEffect: false });
