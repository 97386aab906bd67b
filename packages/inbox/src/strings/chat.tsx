import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("chat", {
  newConversation: "New conversation",
  isScript: "A built-in script, not a model",
  sayWhatYouWant: "Say what you want done",

  conversations: {
    label: "Conversations",
    title: "Chat",
    create: "New",
    search: "Title or words of a conversation",
    archived: "Archived",
    everyone: "Of everyone",
    reading: "Reading your conversations",
    noMatch: "No matching conversations.",
    noneArchived: "The archive is empty.",
    noneYet: "No conversation yet.",
    atWork: "at work",
    proposalsWaiting: (amount: number) => `${count(amount, "proposal", "proposals")} waiting`,
  },

  begin: {
    label: "A new conversation",
    agentsUnread: "The agents could not be read",
    readingAgents: "Reading the agents",
    noAgent: "There is no agent to talk to yet",
    openAgent: (agents: ReactNode) => <>Open one to the chat: {agents}, then its button “Chat…”.</>,
    agents: "Agents",
    administratorOpens: "An administrator opens agents to the chat.",
    onlyProposes: "The agent can only propose. Nothing is changed until an approver says yes.",
    withAgent: "With",
  },

  conversation: {
    label: "Conversation with an agent",
    reading: "Reading the conversation",
    unread: "The conversation could not be read",
    notFound: "No such conversation",
    notYours: "You may not read it, or the address is wrong.",
    readOnly: (name: ReactNode) => (
      <>
        Conversation of {name}. You can read it and decide on its proposals; only {name} can write here.
      </>
    ),
    goToYours: "Go to your conversations",
    messageWhileOpen: "Message (proposals stay open)",
    notDone: "Nothing was changed",
    continuesWhenDecided: "The agent continues once all proposals are decided.",
    continueNow: "Continue without waiting",
    goOn: "Let the agent go on",
    nothingToSend: "Nothing to send. Write a message first.",
    decideAbove: (amount: number) =>
      `Nothing to send. ${count(amount, "proposal waits", "proposals wait")} above; Enter decides on none of them.`,
    queueIsFull: "Three messages are waiting already. Edit or remove one of them, or send this one later.",
  },

  header: {
    all: "All conversations",
    agent: "Agent",
    rename: "Rename",
    archive: "Archive",
    restore: "Take out of the archive",
    whatWaits: "What waits",
    reconnecting: "Reconnecting; what you see may be out of date.",
    isArchived: "Archived.",
    isWorking: "Agent is working…",
    waitsForYou: (amount: number) => `${count(amount, "proposal waits", "proposals wait")} for you.`,
    waitsForOthers: (amount: number) => `${count(amount, "proposal waits", "proposals wait")} for somebody who may decide.`,
    allInTable: "All in one table",
    notChanged: "Not changed",
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
    textIsKept: "What you wrote is still here.",
    stop: "Stop the agent",
    send: "Send",
    queue: "Send when the answer is finished",
  },

  queued: {
    label: "Messages to be sent",
    whenFinished: (amount: number): string =>
      amount === 1 ? "Will be sent when the answer is finished." : "Will be sent one by one, each when an answer is finished.",
    held: "Not sent yet.",
    sendNow: "Send now",
    edit: (text: string) => `Edit: ${text}`,
    editHint: "Edit in the message field",
    remove: (text: string) => `Remove: ${text}`,
    removeHint: "Remove; it is not sent",
  },

  messages: {
    conversation: "Conversation",
    label: "Messages",
    showEarlier: (amount: number) => `Show ${count(amount, "earlier message", "earlier messages")}`,
    fresh: "New messages",
    toEnd: "To the end",
    fromCountersign: "From Countersign",
    you: "You",
    agent: "Agent",
    sendsBack: (amount: number) => `Sends ${count(amount, "proposal", "proposals")} back`,
    byAgent: (name: ReactNode, when: ReactNode) => (
      <>
        Agent {name}, {when}
      </>
    ),
    writing: "Writing…",
    stopped: "Stopped here.",
    failed: "The agent could not go on",
    noReason: "Nothing more is known.",
    picture: (description: ReactNode, address: ReactNode) => (
      <>
        [picture, not loaded: {description} {address}]
      </>
    ),
  },

  calls: {
    refused: "Refused",
    wentOn: "Waiting; the agent went on",
    called: "Called",
    input: "Input",
    refusal: "Refused, the model was told why",
    outcome: "What the model was told",
    rowsFrom: (tool: ReactNode, amount: number) => (
      <>
        From {tool}, {count(amount, "row", "rows")}
      </>
    ),
    rows: "Rows",
    moreRows: (amount: number) => `${count(amount, "more row", "more rows")} not shown.`,
  },
});
