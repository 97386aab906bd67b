import type { ChatWidget } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("agents", {
  title: "Agents",
  says: "Each agent has its own key. An agent can use the tools of its groups, up to its risk limit, and never decides on its own calls.",
  create: "Create agent…",
  allAgents: "The agents",
  search: "Search agent or group",
  showRevoked: (keys: number) => `Also show ${count(keys, "revoked key", "revoked keys")}`,
  removeGroupFilter: "Remove the filter by group",
  groupFilter: (group: string) => `Group: ${group}`,
  noneYet: {
    title: "No agents yet",
    says: "Create a key and give it to an agent: an MCP client, or a program with the SDK.",
  },
  noMatch: "No agent matches.",
  revoking: {
    refused: "The agent is refused from its next request on.",
    stillWaiting: (actions: number) =>
      `${count(actions, "action", "actions")} of this agent still ${actions === 1 ? "waits" : "wait"}. If approved after this, ${actions === 1 ? "it ends" : "they end"} as forbidden and ${actions === 1 ? "does" : "do"} not run.`,
  },
  card: {
    label: (agent: string) => `Agent ${agent}`,
    waiting: (actions: number) => `${count(actions, "action", "actions")} waiting`,
    allActions: "All actions",
    allActionsOf: (agent: string) => `All actions of ${agent}`,
    inUse: "In use",
    revoked: "Revoked",
    groups: "Groups",
    noGroups: "none (sees no tools)",
    cap: "Cap",
    noCap: "none",
    upToRisk: (risk: number) => `up to risk ${risk}`,
    selfConfirm: "Self-confirm",
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
    groupsSay: "The agent sees the tools of these groups.",
    group: (name: string, tools: number | undefined) =>
      `${name}${tools === undefined ? "" : `, ${count(tools, "tool", "tools")}`}`,
    cap: "Cap",
    capSays: "Hides and blocks tools above this risk",
    noCap: "No limit",
    upToRisk: (risk: number) => `Up to risk ${risk}`,
    actsFor: "Acts for",
    actsForSays: "This person cannot approve this agent's proposals, unless self-confirm is on",
    selfConfirm: "Self-confirm",
    selfConfirmSays:
      "The person it acts for may confirm its calls themselves, up to this risk. No second person checks them. Calls under an approval rule still need other people.",
    noSelfConfirm: "Off: somebody else must approve",
    nobody: "Nobody",
    personGone: "A former member",
    privateSessions: "Private sessions",
    privateSessionsSay:
      "Only the owner and admins can read this agent's sessions. Its pending actions still appear in the approvers' inbox.",
    inClient: "Allow approval in the agent's client",
    inClientSays:
      "Off by default: anyone who has the key could open a client and answer the agent's question. High-risk tools always need a signed-in person.",
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
    allow: "Allow",
    keyTitle: "The agent's key",
    key: "The agent key",
    keySays: "Anyone who has this key can propose calls as this agent. Do not put it into shared files.",
    settingsNotSaved: "Some settings were not saved",
    settingsNotSavedSays: (reason: string) => `${reason} The key works; set the rest with Edit.`,
    done: "Done",
  },
  chat: {
    title: (agent: ReactNode) => <>Chat with {agent}</>,
    settings: "Chat with people",
    enabled: "Allow chat with this agent",
    instructions: "Instructions",
    instructionsSay: "What the agent is for and how it should work. Every model is also told that proposals wait for people.",
    shown: "Shown in the conversation",
    widgets: {
      proposal: "A card for one proposal",
      proposals: "A table for many proposals",
      table: "A table of data that a tool read",
      element: "A link to a content element",
    } satisfies Record<ChatWidget, string>,
    modelOf: "Model of",
    modelOfSays: (link: (text: string) => ReactNode) => <>A {link("connection")} to a model provider.</>,
    script: "Built-in script, no model",
    connectionGone: "A deleted connection",
    modelName: "Model name",
    modelNameSays: "As the provider names it",
    inputPrice: "Price per million input tokens",
    outputPrice: "Price per million output tokens",
    notCounted: "Not counted",
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
        Replace <code>csa_…</code> by the agent's key, which was shown once when it was created. If the key is lost, create a
        new one and revoke this one.
      </>
    ),
    section: "Connect a client",
    configurationOf: (client: string) => `Configuration of ${client}`,
    connected: "Connected",
    waiting: "Waiting",
    arrived: "A request with this key arrived.",
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
        "Add to claude_desktop_config.json (Settings, Developer, Edit Config). Claude Desktop starts servers as commands, so this command forwards the calls to Countersign.",
    },
    "vs-code": {
      name: "VS Code",
      where: "Add to .vscode/mcp.json. VS Code asks for the key and stores it outside of the file.",
    },
    cursor: {
      name: "Cursor",
      where: "Add to .cursor/mcp.json. Cursor reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    },
    codex: {
      name: "Codex",
      where: "Add to ~/.codex/config.toml. Codex reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    },
    other: {
      name: "Others",
      where:
        "Most other clients use this format. For the MCP Inspector, save it as mcp.json and run it with --config mcp.json --server countersign.",
    },
  },
  /** What VS Code writes beside the field in which it asks for the key. */
  keyPrompt: "Agent key",
});
