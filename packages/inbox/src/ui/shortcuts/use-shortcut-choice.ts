import { useLocalStorage } from "@mantine/hooks";

/** Whether single keys do something. Kept in this browser: who talks to the computer turns them off. */
export const useShortcutChoice = () =>
  useLocalStorage<boolean>({ key: "countersign-shortcuts", defaultValue: true, getInitialValueInEffect: false });
