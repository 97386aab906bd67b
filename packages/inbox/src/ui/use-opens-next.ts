import { useLocalStorage } from "@mantine/hooks";

/** Id of the element that holds the open action beside the list. */
export const ACTION_ID = "action";

/** Whether a decision opens the next action of the list; stored in this browser. */
export const useOpensNext = () =>
  useLocalStorage<boolean>({ key: "countersign-opens-next", defaultValue: false, getInitialValueInEffect: false });
