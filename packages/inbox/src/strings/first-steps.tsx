import { catalogue } from "./catalogue.ts";
import { numberWords } from "./count.ts";

export const strings = catalogue("firstSteps", {
  firstSteps: {
    title: "First steps",
    progress: (done: number, of: number) => `${numberWords(done)} of ${numberWords(of)} done`,
    hide: "Hide",
    done: "Done",
    toDo: "To do",
    agent: {
      label: "Connect an agent",
      about: "Create a key, then enter the address and the key in the agent's client.",
    },
    server: {
      label: "Connect an MCP server",
      about: "Calls to the server's tools then go through Countersign and wait for approval where you require it.",
    },
    decision: {
      label: "Decide on your first action",
      about: "Open an action in the list, read it, and approve or reject it.",
    },
    policy: {
      label: "Set a policy",
      about: "Choose which calls to a tool need approval, and from whom: set a condition, a rule or a grant.",
    },
    colleague: {
      label: "Invite a colleague",
      about: "A second person can then approve risky actions.",
    },
  },
});
