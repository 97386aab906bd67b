import type { UpstreamServer } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("upstreams", {
  page: {
    title: "MCP servers",
    says: "Servers behind the gate. Agents never reach them: Countersign calls them, with its own credentials, and what needs approval is sent only after a person approved it.",
    importFromClient: "Import from a client…",
    connect: "Connect MCP server…",
    servers: "The MCP servers",
    search: "Name or address of a server",
    empty: "No MCP server yet",
    howToAdd:
      "Connect a server that has an address here. Import those that your client has already, also those that are commands to run.",
    noMatch: "No server matches.",
  },
  status: {
    starting: "Starting",
    online: "Online",
    offline: "Offline",
    disabled: "Disabled",
  } satisfies Record<UpstreamServer["status"], string>,
  transports: {
    stdio: "A command on the server's machine",
    http: "Streamable HTTP",
    sse: "HTTP with SSE (2024-11-05)",
  } satisfies Record<UpstreamServer["transport"], string>,
  trust: {
    trusted: "Trusted: tools that say they only read ask nobody",
    untrusted: "Not trusted: every tool asks until you say otherwise",
  } satisfies Record<UpstreamServer["trust"], string>,
  eras: {
    legacy: "2025-11-25 and earlier",
    auto: "Auto-detect",
    modern: "2026-07-28 only",
  } satisfies Record<UpstreamServer["era"], string>,
  sharing: {
    "per-agent": "Separate: each agent's session has its own connection",
    shared: "Shared: all agents use one connection, and what the server keeps for it",
  } satisfies Record<UpstreamServer["sharing"], string>,
  limits: {
    callSeconds: {
      label: "Time limit of an approved call (seconds)",
      description: "After this the call is cancelled and its outcome is unknown",
    },
    maxResultMebibytes: {
      label: "Largest result (MiB)",
      description: "A larger result of an approved call is cut to its beginning",
    },
    maxTools: { label: "Maximum number of tools", description: "Further tools of this server are withheld from agents" },
  },
  card: {
    server: (name: string) => `MCP server ${name}`,
    offline: "Offline",
    isRetried: "Countersign retries with growing pauses; until then, calls of its tools answer that it is offline.",
    withheld: (tools: number) => `${count(tools, "tool", "tools")} withheld from agents`,
    reasonInDetails: "The reason is in the details of this server.",
    lookAtWithheld: (tools: number): string => (tools === 1 ? "Look at it" : "Look at them"),
    address: "Address",
    command: "Command",
    transport: "Transport",
    trust: "Trust",
    trusted: "Trusted",
    notTrusted: "Not trusted",
    setUp: "Set up",
    inFile: "in countersign.yaml, read only here",
    onThisPage: "on this page",
    tools: "Tools",
    toolCount: (tools: number) => count(tools, "tool", "tools"),
    details: "Details",
    hideDetails: "Hide details",
    showDetailsOf: (name: string) => `Show details of ${name}`,
    hideDetailsOf: (name: string) => `Hide details of ${name}`,
  },
  details: {
    trust: "What trust means here",
    toolNames: "Its tools are called",
    ownNames: "as they call themselves",
    protocol: "Protocol",
    notAgreed: (era: string) => `not agreed yet; asked for: ${era}`,
    headers: "Headers sent with every request",
    noHeaders: "none",
    privateAddresses: "Private addresses",
    questions: "Its questions to agents' people and models",
    allowed: "allowed",
    refused: "refused",
    sessions: "Sessions of agents",
    connections: (open: number, most: number) => `${open} of ${most} connections open`,
    limits: "Limits",
    limitsOf: (seconds: number, mebibytes: number, tools: number) =>
      `${seconds} s for an approved call, ${mebibytes} MiB of its result, ${count(tools, "tool", "tools")}`,
    reconnected: "Reconnected",
    never: "never",
    times: (restarts: number) => count(restarts, "time", "times"),
    whereSet: "Where it is set",
    setInFile: "Set in countersign.yaml",
    editFile: (entry: ReactNode, section: ReactNode, file: ReactNode) => (
      <>
        It cannot be changed here. Edit its entry {entry} under {section} in {file} on the server; a change takes effect within
        seconds.
      </>
    ),
    selfDescription: "What it says of itself",
    selfDescriptionUnverified: "What it says of itself (unverified)",
    instructions: "Instructions for agents",
    instructionsUnverified: "Its instructions for agents (unverified)",
    withheldTools: "Withheld tools",
    moreWithheld: (tools: number) => `…and ${tools} more.`,
  },
  actions: {
    edit: "Edit",
    disable: "Disable",
    enable: "Enable",
    restart: "Restart",
    failed: "Nothing was changed",
    enableAgain: "Enable it again?",
    enableIt: "Enable it",
  },
  questions: {
    disable: {
      title: "Disable this server?",
      verb: "Disable it",
      says: "The connection is closed and agents no longer see its tools. What waits for a decision stays, and fails if it is approved meanwhile. Enabling it brings everything back.",
    },
    restart: {
      title: "Restart this server?",
      verb: "Restart it",
      says: "The connection is closed and opened again. Running calls may end with an unknown outcome that someone must resolve.",
    },
    remove: {
      title: "Remove this server?",
      verb: "Remove it",
      says: "Its address, its secrets and its tools are removed, and what waits for a decision on them fails. What happened stays on the record. Adding it again starts from nothing: every tool is looked at anew.",
    },
  },
  dialog: {
    closeLabel: "Close without saving",
    connect: "Connect MCP server",
    edit: (name: string) => `Edit ${name}`,
    notStored: "Nothing was saved",
    notTested: "It could not be tested",
    keptHeaders: "Kept headers never leave the server, so the page shows after saving whether it answers.",
    test: "Test the connection",
    testAgain: "Test again",
    testAddress: "Test this address?",
    testIt: "Test it",
    add: "Add it",
    addAnyway: "Add anyway",
  },
  fields: {
    name: "Name",
    nameRules: "Letters, digits, _ and -. It cannot be changed later",
    address: "Address",
    addressSays: "MCP endpoint URL",
    addressExample: "https://mcp.example.com/mcp",
    trust: "Trust",
    prefix: "Tool name prefix",
    noPrefix: "Empty: its tools keep their own names, and one that is taken is refused",
    agentSees: (prefix: string) => `An agent sees ${prefix}_toolname`,
    /** Stands before `_toolname` while the server has no name yet. */
    unnamed: "name",
    allowPrivate: "Allow an address of this machine or of a private network",
    allowPrivateSays: "Blocked by default to prevent access to your internal network (SSRF)",
    allowQuestions: "Let it ask agents' people and models",
    allowQuestionsSays:
      "Questions it asks during a call (elicitation) and requests to an agent's model (sampling); refused otherwise",
    transport: "Transport",
    protocolVersion: "Protocol version",
    sessions: "Sessions of agents",
    connections: "Connections at once",
    connectionsSays: "Further calls are refused until one is free",
  },
  headers: {
    group: "Headers",
    title: "Request headers",
    says: "Such as Authorization: Bearer …. The values are secrets: stored encrypted, never shown again, and never an agent's own key.",
    choice: "Headers that are set",
    keep: (names: string) => `Keep what is set: ${names}`,
    replaceAll: "Replace all of them",
    removeAll: "Remove all of them",
    name: "Name",
    nameOf: (place: number) => `Name of header ${place}`,
    value: "Value",
    valueOf: (place: number) => `Value of header ${place}`,
    take: (place: number) => `Take header ${place} away`,
    add: "Add a header",
  },
  check: {
    failed: "Connection failed",
    noReason: "The server gave no reason.",
    connected: (tools: number) => `Connected · ${count(tools, "tool", "tools")}`,
    /** Where the server does not say its name. */
    unnamed: "It",
    speaks: (name: ReactNode, version: string | null) => (
      <>
        {name} speaks MCP{version === null ? "" : ` of ${version}`}. No tool was called and nothing is stored yet.
      </>
    ),
    tools: "Tools it has",
  },
  importDialog: {
    title: "Import from a client",
    says: "Run this on the server's machine. The command lists the MCP servers of the client, asks, puts them behind Countersign, and puts Countersign into the client's settings. They appear here within seconds. A page cannot do it, because whoever could name a command here could run anything.",
    command: (client: string) => `Command for ${client}`,
    clients: {
      project: { name: "Claude Code", where: "In the project's folder." },
      desktop: {
        name: "Claude Desktop",
        where: "In ~/Library/Application Support/Claude on a Mac, in %APPDATA%\\Claude on Windows.",
      },
      "vs-code": { name: "VS Code", where: "In the project's folder." },
      cursor: { name: "Cursor", where: "In the project's folder, or in your own." },
    },
  },
});
