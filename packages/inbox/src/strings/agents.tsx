import type { ChatWidget } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("agents", {
  title: "Agents",
  says: "Each agent has its own key. An agent can use the tools in its groups, up to its risk limit, and can never approve or reject its own calls.",
  create: "Create agent…",
  allAgents: "Agents",
  search: "Search agents or groups",
  showRevoked: (keys: number) => `Also show ${count(keys, "revoked key", "revoked keys")}`,
  removeGroupFilter: "Remove the group filter",
  groupFilter: (group: string) => `Group: ${group}`,
  noneYet: {
    title: "No agents yet",
    says: "Create an agent, and give its key to an MCP client or to a program that uses the SDK.",
  },
  noMatch: "No agents match.",
  revoking: {
    refused: "From now on, all requests with this agent's key are refused.",
    stillWaiting: (actions: number) =>
      `${count(actions, "action", "actions")} by this agent ${actions === 1 ? "is" : "are"} still waiting for a decision. If ${actions === 1 ? "it is" : "they are"} approved after the key is revoked, ${actions === 1 ? "it" : "they"} will fail as forbidden and will not run.`,
  },
  card: {
    label: (agent: string) => `Agent ${agent}`,
    waiting: (actions: number) => `${count(actions, "action", "actions")} waiting`,
    allActions: "All actions",
    allActionsOf: (agent: string) => `All actions by ${agent}`,
    inUse: "Active",
    revoked: "Revoked",
    groups: "Groups",
    noGroups: "none (no tools available)",
    cap: "Risk limit",
    noCap: "none",
    upToRisk: (risk: number) => `up to risk level ${risk}`,
    selfConfirm: "Self-confirmation",
    inClient: "Approval in client",
    on: "on",
    off: "off",
    sessions: "Sessions",
    privateSessions: "private",
    actsFor: "Acts for",
    formerMember: "a former member",
    connection: "Connection",
    byOAuth: "signs in with OAuth",
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
    nameSays: "Shown on everything the agent proposes",
    namePlaceholder: "Support agent",
    groups: "Groups",
    groupsSay: "The agent sees the tools in these groups.",
    group: (name: string, tools: number | undefined) =>
      `${name}${tools === undefined ? "" : `, ${count(tools, "tool", "tools")}`}`,
    cap: "Risk limit",
    capSays: "Tools above this risk level are hidden and blocked",
    noCap: "No limit",
    upToRisk: (risk: number) => `Up to risk level ${risk}`,
    actsFor: "Acts for",
    actsForSays: "This person cannot approve this agent's proposals unless self-confirmation is on",
    selfConfirm: "Self-confirmation",
    selfConfirmSays:
      "The person the agent acts for can approve its calls up to this risk level. No second person checks these calls. Calls that an approval rule applies to still need approval by other people.",
    noSelfConfirm: "Off: someone else must approve",
    nobody: "Nobody",
    personGone: "Former member",
    privateSessions: "Private sessions",
    privateSessionsSay:
      "Only the owner and admins can read this agent's sessions. Its pending actions still appear in the approvers' inboxes.",
    inClient: "Allow approval in the agent's client",
    inClientSays:
      "Off by default: anyone who has the key could open a client and answer the approval prompt. Calls to high-risk tools must always be approved by a signed-in person.",
  },
  edit: {
    title: (agent: ReactNode) => <>Edit {agent}</>,
    moreRights: "Grant this agent more permissions?",
  },
  closeWithoutSaving: "Close without saving",
  nothingSaved: "Nothing was saved",
  newAgent: {
    title: "Create an agent",
    create: "Create",
    failed: "No key was created",
    reduceProtection: "Reduce protection?",
    createAnyway: "Create anyway",
    allow: "Allow",
    keyTitle: "The agent's key",
    key: "The agent key",
    keySays: "Anyone who has this key can propose calls as this agent. Do not put it in shared files.",
    settingsNotSaved: "Some settings were not saved",
    settingsNotSavedSays: (reason: string) => `${reason} The key already works. Use “Edit…” to set the rest.`,
    done: "Done",
  },
  chat: {
    title: (agent: ReactNode) => <>Chat with {agent}</>,
    settings: "Chat settings",
    enabled: "Allow chat with this agent",
    instructions: "Instructions",
    instructionsSay:
      "What the agent is for and how it should work. Countersign adds the instruction that proposals need a person's approval.",
    shown: "Shown in the conversation",
    widgets: {
      proposal: "A card for one proposal",
      proposals: "A table for many proposals",
      table: "A table of data that a tool read",
      element: "A link to a content element",
    } satisfies Record<ChatWidget, string>,
    modelOf: "Model provider",
    modelOfSays: (link: (text: string) => ReactNode) => <>A {link("connection")} to a model provider.</>,
    script: "Built-in script, no model",
    connectionGone: "Deleted connection",
    modelName: "Model name",
    modelNameSays: "The provider's name for the model",
    inputPrice: "Price per million input tokens",
    outputPrice: "Price per million output tokens",
    notCounted: "Cost not tracked",
    limits: "Limits",
    softRounds: "Rounds before the agent is asked to finish",
    hardRounds: "Maximum rounds per turn",
    identicalCalls: "Identical calls per turn",
    resultCharacters: "Characters per result",
    sessionTokens: "Tokens per conversation",
    sessionCost: "Cost per conversation",
    unansweredMinutes: "Minutes until an unanswered proposal expires",
    unansweredMinutesSays: "After that the proposal counts as rejected, and the agent continues.",
    noLimit: "No limit",
    separators: { thousandSeparator: ",", decimalSeparator: "." },
  },
  connect: {
    title: (agent: ReactNode) => <>Connect a client as {agent}</>,
    says: (
      <>
        Replace <code>csa_…</code> with the agent's key, which was shown once when it was created. If you no longer have the
        key, rotate it.
      </>
    ),
    section: "Connect a client",
    configurationOf: (client: string) => `Configuration of ${client}`,
    connected: "Connected",
    waiting: "Waiting",
    arrived: "A request with this key was received.",
    changesOnArrival: "Waiting for the first request with this key.",
    lastRequest: (when: ReactNode) => <>Last request: {when}.</>,
  },
  clients: {
    "claude-code": {
      name: "Claude Code",
      where: "Run this in your project. Claude Code stores the key in its own settings.",
    },
    "claude-desktop": {
      name: "Claude Desktop",
      where:
        "Add this to claude_desktop_config.json (Settings, Developer, Edit Config). Claude Desktop starts servers as commands, so this command forwards the calls to Countersign.",
    },
    "vs-code": {
      name: "VS Code",
      where: "Add this to .vscode/mcp.json. VS Code asks for the key and stores it outside the file.",
    },
    cursor: {
      name: "Cursor",
      where: "Add this to .cursor/mcp.json. Cursor reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    },
    codex: {
      name: "Codex",
      where: "Add this to ~/.codex/config.toml. Codex reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    },
    other: {
      name: "Other clients",
      where:
        "Most other clients use this format. For the MCP Inspector, save this as mcp.json and run the Inspector with --config mcp.json --server countersign.",
    },
  },
  /** What VS Code writes beside the field in which it asks for the key. */
  keyPrompt: "Agent key",
});
