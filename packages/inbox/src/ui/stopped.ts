import { createContext, useContext } from "react";

/** Whether an emergency stop is in force, as far as the page knows. False in frames; the server refuses there. */
export const StoppedContext = createContext(false);

export const useStopped = (): boolean => useContext(StoppedContext);
