import { createContext } from "react";

/** True in a card among others: its parts are no landmarks of the page, of which there would be as many as there are cards. */
export const InCardContext = createContext(false);
