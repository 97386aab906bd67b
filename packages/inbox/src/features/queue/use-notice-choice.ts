import { useLocalStorage } from "@mantine/hooks";

/** Whether this browser tells of new actions. The browser's own permission has to be there too. */
export const useNoticeChoice = () =>
  useLocalStorage<boolean>({ key: "countersign-notices", defaultValue: false, getInitialValueInEffect: false });
