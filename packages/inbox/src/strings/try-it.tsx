import type { TriedTool } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("tryIt", {
  title: "Try it",
  says: "Fill in a call and see the answer that an agent would get, and the card a person would get. Nothing is stored and nothing runs until you propose it for real.",
  tool: "Tool",
  chooseTool: "Choose a tool",
  chooseFirst: "Choose a tool first",
  chooseFirstSays: "Its form is made from the schema of its input.",
  noSuchTool: "No such tool",
  noSuchToolSays: (name: ReactNode) => <>There is no tool {name} in this workspace.</>,
  asAgent: "As which agent",
  asAgentSays: "Groups and caps differ from agent to agent",
  noAgent: "No agent: the tool's own rules",
  show: "Show what would happen",
  failed: "It could not be tried",
  input: {
    label: "Input",
    form: "How to fill it in",
    byField: "By field",
    json: "JSON",
    asJson: "Input as JSON",
    noFields: "Its schema names no field; write the input as JSON if it takes one.",
    optionalFields: "Fields that may be left out",
    optional: "May be left out:",
    add: (field: string) => `Add ${field}`,
  },
  answer: {
    label: "What would happen",
    verdicts: {
      asks: {
        title: "A person is asked",
        says: "The agent waits or is told that it is queued. Nothing runs before a person approved exactly this.",
      },
      runs: { title: "It runs at once", says: "Nobody is asked." },
      refused: { title: "It is refused", says: "Nothing is stored and nobody is asked." },
    } satisfies Record<TriedTool["verdict"], { title: string; says: string }>,
    card: "Card at the client",
    countersignAsks: "Countersign asks",
  },
  forReal: {
    sent: "It was sent",
    proposed: "It was proposed",
    neededNone: "It needed no approval. The audit log shows the result.",
    open: "Open the action",
    chooseAgent: "Choose the agent to propose it as, and look again",
    chooseAgentSays: "Choose the agent to propose it as, and look again.",
    onRecord: (agent: ReactNode) => <>It goes on record as a call of {agent}.</>,
    run: {
      button: "Run it for real…",
      title: "Run it for real?",
      verb: "Run it",
      says: "It needs no approval and runs at once.",
    },
    propose: {
      button: "Propose it for real…",
      title: "Propose it for real?",
      verb: "Propose it",
      says: "It waits in the inbox like any other, and runs once a person approved it.",
    },
  },
});
