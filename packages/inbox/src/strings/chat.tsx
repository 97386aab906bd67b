import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("chat", {
  newConversation: "New conversation",
  isScript: "A built-in script, not a model",
  sayWhatYouWant: "What should the agent do?",

  conversations: {
    label: "Conversations",
    title: "Chat",
    create: "New",
    search: "Search titles or text",
    archived: "Archived",
    everyone: "Everyone's conversations",
    reading: "Loading conversations",
    noMatch: "No matching conversations.",
    noneArchived: "The archive is empty.",
    noneYet: "No conversations yet.",
    atWork: "working",
    proposalsWaiting: (amount: number) => `${count(amount, "proposal", "proposals")} waiting`,
  },

  begin: {
    label: "New conversation",
    agentsUnread: "The agents could not be loaded",
    readingAgents: "Loading agents",
    noAgent: "No agent is available for chat yet",
    openAgent: (agents: ReactNode) => <>To allow chat with an agent, open {agents} and choose “Chat…”.</>,
    agents: "Agents",
    administratorOpens: "An administrator can allow chat with an agent.",
    onlyProposes: "The agent can only propose changes. No change is made until an approver approves it.",
    withAgent: "Agent to chat with",
    examples: "Examples",
  },

  conversation: {
    label: "Conversation with an agent",
    reading: "Loading the conversation",
    unread: "The conversation could not be loaded",
    notFound: "Conversation not found",
    notYours: "You cannot read this conversation, or the address is wrong.",
    readOnly: (name: ReactNode) => (
      <>
        This conversation belongs to {name}. You can read it and decide on its proposals, but only {name} can write here.
      </>
    ),
    goToYours: "Go to your conversations",
    messageWhileOpen: "Message (proposals stay open)",
    notDone: "Nothing was changed",
    continuesWhenDecided: "The agent continues once all proposals are decided.",
    continueNow: "Continue without waiting",
    goOn: "Let the agent continue",
    nothingToSend: "Nothing to send. Write a message first.",
    decideAbove: (amount: number) =>
      `Nothing to send. ${count(amount, "proposal is", "proposals are")} waiting above. Pressing Enter does not approve or reject ${amount === 1 ? "it" : "them"}.`,
    queueIsFull: "Three messages are already waiting to be sent. Edit or remove one of them, or send this one later.",
  },

  header: {
    all: "All conversations",
    agent: "Agent",
    rename: "Rename",
    archive: "Archive",
    restore: "Unarchive",
    whatWaits: "Waiting proposals",
    reconnecting: "Reconnecting. This page may be out of date.",
    isArchived: "Archived.",
    isWorking: "The agent is working…",
    waitsForYou: (amount: number) => `${count(amount, "proposal is", "proposals are")} waiting for you.`,
    waitsForOthers: (amount: number) => `${count(amount, "proposal is", "proposals are")} waiting for an approver.`,
    allInTable: "Show all in a table",
    notChanged: "Nothing was changed",
  },

  usage: {
    round: (round: number, limit: number) => `Round ${round} of ${limit}`,
    tokens: (used: number, limit: number | null) =>
      limit === null ? count(used, "token", "tokens") : `${numberWords(used)} of ${numberWords(limit)} tokens`,
    cost: (spent: string, limit: string | null) => (limit === null ? `cost ${spent}` : `cost ${spent} of ${limit}`),
  },

  rename: {
    title: "Rename this conversation",
    name: "Title",
    notRenamed: "Not renamed",
    rename: "Rename",
  },

  composer: {
    label: "Write to the agent",
    message: "Message",
    notSent: "Not sent",
    textIsKept: "Your text is still here.",
    stop: "Stop the agent",
    send: "Send",
    queue: "Send when the reply is complete",
  },

  queued: {
    label: "Queued messages",
    whenFinished: (amount: number): string =>
      amount === 1
        ? "Will be sent once the reply is complete."
        : "Each message is sent once the reply to the previous one is complete.",
    held: "Not sent yet.",
    sendNow: "Send now",
    edit: (text: string) => `Edit: ${text}`,
    editHint: "Edit in the message field",
    remove: (text: string) => `Remove: ${text}`,
    removeHint: "Remove without sending",
  },

  messages: {
    conversation: "Conversation",
    label: "Messages",
    showEarlier: (amount: number) => `Show ${count(amount, "earlier message", "earlier messages")}`,
    fresh: "New messages",
    toEnd: "Jump to the end",
    fromCountersign: "From Countersign",
    you: "You",
    agent: "Agent",
    sendsBack: (amount: number) => `Sent back ${count(amount, "proposal", "proposals")}`,
    byAgent: (name: ReactNode, when: ReactNode) => (
      <>
        Agent {name}, {when}
      </>
    ),
    writing: "Writing…",
    stopped: "Stopped here.",
    failed: "The agent could not continue",
    noReason: "The reason is unknown.",
    picture: (description: ReactNode, address: ReactNode) => (
      <>
        [picture, not loaded: {description} {address}]
      </>
    ),
  },

  checkpoint: {
    label: (label: ReactNode) => <>Checkpoint: {label}</>,
    reading: "Loading the checkpoint",
    unread: (why: string) => `The checkpoint could not be loaded. ${why}`,
    waiting: (waiting: number, all: number) =>
      `${numberWords(waiting)} of ${count(all, "proposal", "proposals")} ${waiting === 1 ? "is" : "are"} waiting for a decision`,
    empty: "No proposals in this checkpoint yet",
    decidedAlone: "Each proposal was decided separately",
    approved: "Approved together",
    rejected: "Rejected together",
    decide: (amount: number) =>
      amount === 1 ? "Decide on the checkpoint" : `Decide on ${numberWords(amount)} proposals together`,
    open: "Open the checkpoint",
  },

  calls: {
    refused: "Refused",
    wentOn: "Waiting; the agent continued",
    called: "Called",
    input: "Input",
    refusal: "Refusal sent to the model",
    outcome: "Result sent to the model",
    rowsFrom: (tool: ReactNode, amount: number) => (
      <>
        From {tool}, {count(amount, "row", "rows")}
      </>
    ),
    rows: "Rows",
    moreRows: (amount: number) => `${count(amount, "more row", "more rows")} not shown.`,
  },
});
