import type { TriedTool } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("tryIt", {
  title: "Try it",
  says: "Enter a call to see the response the agent would get and the card an approver would see. Nothing is stored or run until you actually propose the call.",
  tool: "Tool",
  chooseTool: "Choose a tool",
  chooseFirst: "Choose a tool first",
  chooseFirstSays: "The form is generated from the tool's input schema.",
  noSuchTool: "No such tool",
  noSuchToolSays: (name: ReactNode) => <>There is no tool {name} in this workspace.</>,
  asAgent: "Agent",
  asAgentSays: "Groups and risk limits differ between agents",
  noAgent: "No agent (the tool's own rules)",
  show: "Show what would happen",
  failed: "The call could not be tested",
  input: {
    label: "Input",
    form: "Input format",
    byField: "By field",
    json: "JSON",
    asJson: "Input as JSON",
    noFields: "The input schema has no fields. If the tool takes an input, write it as JSON.",
    optionalFields: "Optional fields",
    optional: "Optional:",
    add: (field: string) => `Add ${field}`,
  },
  answer: {
    label: "What would happen",
    verdicts: {
      asks: {
        title: "Requires approval",
        says: "The agent waits, or receives the status “queued”. Nothing runs until a person approves exactly this call.",
      },
      runs: { title: "Runs immediately", says: "No approval required." },
      refused: { title: "Refused", says: "Nothing is stored, and no approval is requested." },
    } satisfies Record<TriedTool["verdict"], { title: string; says: string }>,
    card: "Card in the client",
    countersignAsks: "Countersign asks",
  },
  forReal: {
    sent: "Sent",
    proposed: "Proposed",
    neededNone: "The call needed no approval. The audit log shows the result.",
    open: "Open the action",
    chooseAgent: "Choose the agent to propose as, and try again",
    chooseAgentSays: "Choose the agent to propose as, and try again.",
    onRecord: (agent: ReactNode) => <>The audit log records this as a call by {agent}.</>,
    run: {
      button: "Run this call…",
      title: "Run this call?",
      verb: "Run call",
      says: "The call needs no approval and runs immediately.",
    },
    propose: {
      button: "Propose this call…",
      title: "Propose this call?",
      verb: "Propose call",
      says: "The call waits in the inbox like any other, and runs once a person approves it.",
    },
  },
});
