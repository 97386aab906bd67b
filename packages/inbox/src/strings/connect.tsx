import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("connect", {
  pageTitle: "Connect an agent – Countersign",
  title: "Connect an agent",
  says: "A program is asking to act as one of your agents in this workspace.",
  loading: "Loading the request",
  notValid: "This request is not valid",
  notValidSays: "The program sent a request that Countersign does not accept.",
  returnTo: (host: string) => `Return to ${host}`,
  wentBack: "You can close this page",
  wentBackSays: (host: string) => `Your answer was sent to ${host}.`,

  facts: {
    callsItself: "Program name",
    noName: "not given",
    publishedBy: "Published by",
    nobody: "unknown",
    receives: "Your answer is sent to",
    onThisComputer: (host: string) => `${host}, a program on this computer`,
    workspace: "Workspace",
    endpoint: "Endpoint",
  },
  unchecked: "The identity of this program has not been verified",
  uncheckedSays: (host: ReactNode) => (
    <>
      The program chose its own name. Connect it only if you have just started this connection in the program yourself, and the
      program expects the answer at {host}.
    </>
  ),
  published: (publisher: ReactNode) => (
    <>{publisher} publishes this program. Connect it only if you have just started this connection in the program yourself.</>
  ),
  actsForYou: "The agent acts for you",
  actsForYouSays:
    "Because the agent acts for you, other people must approve its calls. You can disconnect the agent at any time under Agents.",
  selfConfirm: "Calls that you can confirm yourself",
  selfConfirmSays: "No second person checks these calls. Tools that require several approvals are excluded.",
  noSelfConfirm: "None: someone else must approve",

  name: "Agent name",
  nameSays: "Shown on everything the agent proposes",
  nameOf: (client: string, person: string) => `${client} for ${person}`,
  agent: "Agent",
  groups: "Groups",
  groupsSay: "The agent can call the tools in these groups.",
  group: (name: string, tools: number) => `${name}, ${count(tools, "tool", "tools")}`,
  noTools: "No tools yet",
  more: (tools: number) => `and ${tools} more`,
  withoutApproval: (tools: ReactNode) => <>Without approval: {tools}</>,
  cap: "Risk limit",
  capSays: "Tools above this risk level are hidden and blocked",
  noCap: "No limit",
  connect: "Connect",
  connectAnyway: "Connect anyway",
  refuse: "Do not connect",
  moreRights: "Reduce protection?",
  failed: "The agent was not connected",
  needsAdministrator: "Only an administrator can connect an agent",
  needsAdministratorSays: "Ask an administrator to connect this program, or to give you an agent key for it.",
});
