/** What the command palette finds, as its field and its button say. */
export const FINDS = "Find a page, a tool, an agent or an action";
