import type { ChatWidget } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("agents", {
  title: "Agents",
  says: "Each agent has a key of its own. It can use the tools in its groups, up to its risk limit, and never decides about its own calls.",
  create: "Create agent…",
  allAgents: "The agents",
  search: "Name or group of an agent",
  showRevoked: (keys: number) => `Show ${count(keys, "revoked key", "revoked keys")} too`,
  removeGroupFilter: "Remove the filter by group",
  groupFilter: (group: string) => `Group: ${group}`,
  noneYet: {
    title: "No agent yet",
    says: "Create a key and give it to an agent: an MCP client, or a program with the SDK.",
  },
  noMatch: "No agent matches.",
  revoking: {
    refused: "The agent is refused from its next request on.",
    stillWaiting: (actions: number) =>
      `${count(actions, "action", "actions")} of it still ${actions === 1 ? "waits" : "wait"}: what is approved after this ends as forbidden and does not run.`,
  },
  card: {
    label: (agent: string) => `Agent ${agent}`,
    waiting: (actions: number) => `${count(actions, "action", "actions")} waiting`,
    allActions: "All actions",
    allActionsOf: (agent: string) => `All actions of ${agent}`,
    inUse: "In use",
    revoked: "Revoked",
    groups: "Groups",
    noGroups: "none: it sees no tool",
    cap: "Cap",
    noCap: "none",
    upToRisk: (risk: number) => `up to risk ${risk}`,
    inClient: "In-client approval",
    on: "on",
    off: "off",
    sessions: "Sessions",
    privateSessions: "private",
    lastUsed: "Last used",
    never: "never",
    made: "Created",
  },
  tasks: {
    edit: { button: "Edit…", label: (agent: string) => `Edit ${agent}` },
    chat: { button: "Chat…", label: (agent: string) => `Set up the chat with ${agent}` },
    connect: { button: "Connect a client…", label: (agent: string) => `Connect a client as ${agent}` },
    revoke: { button: "Revoke…", label: (agent: string) => `Revoke ${agent}` },
  },
  fields: {
    name: "Name",
    nameSays: "Shown on everything it proposes",
    namePlaceholder: "Support agent",
    groups: "Groups",
    groupsSay: "It sees the tools of these groups.",
    group: (name: string, tools: number | undefined) =>
      `${name}${tools === undefined ? "" : `, ${count(tools, "tool", "tools")}`}`,
    cap: "Cap",
    capSays: "Hides and blocks tools above this risk",
    noCap: "No limit",
    upToRisk: (risk: number) => `Up to risk ${risk}`,
    actsFor: "Acts for",
    actsForSays: "This person cannot approve this agent's proposals",
    nobody: "Nobody in particular",
    personGone: "Somebody who is no longer a member",
    privateSessions: "Its sessions are private",
    privateSessionsSay: "Only the owner and admins can read its sessions. Pending actions still appear in approvers' queues.",
    inClient: "Allow approval in the agent's client",
    inClientSays:
      "Off unless you turn it on: whoever has the key could open a client and answer its own question. Tools of high risk ask signed-in people all the same.",
  },
  edit: {
    title: (agent: ReactNode) => <>Edit {agent}</>,
    moreRights: "Grant this agent more rights?",
  },
  closeWithoutSaving: "Close without saving",
  nothingSaved: "Nothing was saved",
  newAgent: {
    title: "Create an agent",
    create: "Create",
    failed: "No key was created",
    reduceProtection: "Reduce protection?",
    createAnyway: "Create anyway",
    allowInClient: "Allow approval in the agent's client?",
    allow: "Allow",
    keyTitle: "The agent's key",
    key: "The agent key",
    keySays: "It is all an agent needs to propose calls as this agent. Keep it out of files that are shared.",
    settingsNotSaved: "Its further settings were not saved",
    settingsNotSavedSays: (reason: string) => `${reason} The key works all the same; set them with Edit.`,
    done: "Done",
  },
  chat: {
    title: (agent: ReactNode) => <>Chat with {agent}</>,
    settings: "How people talk to it",
    enabled: "People may talk to it",
    instructions: "Instructions",
    instructionsSay: "The agent's purpose and how it works. Every model is also told that proposals wait for people.",
    shown: "Shown in the conversation",
    widgets: {
      proposal: "A card for one proposal",
      proposals: "A table for many proposals",
      table: "Rows of data that a tool read",
      element: "A link to an element of the content",
    } satisfies Record<ChatWidget, string>,
    modelOf: "Model of",
    modelOfSays: (link: (text: string) => ReactNode) => <>A {link("connection")} to a provider of models.</>,
    script: "Built-in script, no model",
    connectionGone: "A connection that is gone",
    modelName: "Name of the model",
    modelNameSays: "As the provider names it",
    inputPrice: "Price of a million tokens in",
    outputPrice: "Price of a million tokens out",
    notCounted: "Not counted",
    limits: "Limits",
    softRounds: "Rounds before it is asked to finish",
    hardRounds: "Maximum number of rounds in a turn",
    identicalCalls: "Identical calls in a turn",
    resultCharacters: "Characters of a result",
    sessionTokens: "Tokens of a conversation",
    sessionCost: "Cost of a conversation",
    unansweredMinutes: "Minutes until an unanswered proposal expires",
    unansweredMinutesSays: "Then it counts as a no, and the agent goes on.",
    noLimit: "No limit",
    separators: { thousandSeparator: ",", decimalSeparator: "." },
  },
  connect: {
    title: (agent: ReactNode) => <>Connect a client as {agent}</>,
    says: (
      <>
        Put the agent's key where it says <code>csa_…</code>. It was shown once, when it was made; if it is lost, make a new one
        and revoke this.
      </>
    ),
    section: "Connect a client",
    configurationOf: (client: string) => `Configuration of ${client}`,
    connected: "Connected",
    waiting: "Waiting",
    arrived: "A request with this key has arrived.",
    changesOnArrival: "This changes when a request with this key arrives.",
    lastRequest: (when: ReactNode) => <>The last one was {when}.</>,
  },
  clients: {
    "claude-code": {
      name: "Claude Code",
      where: "Run this where you work. The client keeps the key in its own settings.",
    },
    "claude-desktop": {
      name: "Claude Desktop",
      where:
        "Into claude_desktop_config.json (Settings, Developer, Edit Config). It starts servers as commands, so Countersign on this machine passes its calls on.",
    },
    "vs-code": {
      name: "VS Code",
      where: "Into .vscode/mcp.json. It asks for the key and keeps it out of the file.",
    },
    cursor: {
      name: "Cursor",
      where: "Into .cursor/mcp.json. It reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    },
    codex: {
      name: "Codex",
      where: "Into ~/.codex/config.toml. It reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    },
    other: {
      name: "Others",
      where: "Most other clients read this form. The MCP Inspector takes it as a file: --config mcp.json --server countersign.",
    },
  },
  /** What VS Code writes beside the field in which it asks for the key. */
  keyPrompt: "Agent key",
});
