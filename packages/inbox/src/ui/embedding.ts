import { createContext, use } from "react";

/** True on the pages that other sites show in a frame: there is no way from them to the rest of the inbox but a tab of its own. */
export const EmbeddedContext = createContext(false);

export const useEmbedded = (): boolean => use(EmbeddedContext);
