import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("connect", {
  pageTitle: "Connect an agent – Countersign",
  title: "Connect an agent",
  says: "A program asks to work here as an agent of yours.",
  loading: "Reading the request",
  notValid: "This request cannot be answered",
  notValidSays: "The program sent a request that Countersign does not accept.",
  returnTo: (host: string) => `Return to ${host}`,
  wentBack: "You can close this page",
  wentBackSays: (host: string) => `Your answer was sent to ${host}.`,

  facts: {
    callsItself: "Calls itself",
    noName: "gives no name",
    publishedBy: "Published by",
    nobody: "unknown",
    receives: "Your answer goes to",
    onThisComputer: (host: string) => `${host}, a program on this computer`,
    workspace: "Workspace",
    endpoint: "Endpoint",
  },
  unchecked: "Nobody has checked who this program is",
  uncheckedSays: (host: ReactNode) => (
    <>
      It chose its name itself. Connect it only if you have just started this in the program yourself and {host} is where the
      program expects the answer.
    </>
  ),
  published: (publisher: ReactNode) => (
    <>{publisher} vouches for this program. Connect it only if you have just started this in the program yourself.</>
  ),
  actsForYou: "The agent acts for you",
  actsForYouSays:
    "You are the person behind its calls, so others decide on them. You can disconnect the agent under Agents at any time.",
  selfConfirm: "Calls that you can confirm yourself",
  selfConfirmSays: "No second person checks these calls. Tools that require several approvals are excluded.",
  noSelfConfirm: "None: somebody else must approve",

  name: "Name of the agent",
  nameSays: "Shown on everything it proposes",
  nameOf: (client: string, person: string) => `${client} of ${person}`,
  agent: "Agent",
  groups: "Groups",
  groupsSay: "The agent can call the tools of these groups.",
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
