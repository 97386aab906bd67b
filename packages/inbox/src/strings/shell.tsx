import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

const COUNTS = "This page may be out of date. A decision counts only once the server has confirmed it.";

export const strings = catalogue("shell", {
  pages: "Pages",
  morePages: "More pages",
  menu: "Menu",
  find: "Find",
  findKeys: { mac: "Cmd K", other: "Ctrl K" },
  more: "More",
  guide: "Guide",
  apiReference: "API reference",
  shortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
  workspace: "Workspace",
  workspaceNamed: (name: string) => `Workspace ${name}`,
  widenSideBar: "Expand side bar",
  narrowSideBar: "Collapse side bar",
  skipToContent: "Skip to content",
  skipToAction: "Skip to the action",
  skipToList: "Skip to the list",
  /** Read aloud: the page "Inbox" with the number of actions that wait. */
  placeWaiting: (place: string, waiting: number) => `${place}, ${waiting} waiting`,
  connection: "Connection",
  reconnecting: `Reconnecting to the server. ${COUNTS}`,
  offline: `You are offline. ${COUNTS}`,
  emergencyStop: "Emergency stop",
  /** `reason` is empty, or a colon and the reason. */
  stopped: (person: ReactNode, reason: ReactNode): ReactNode => (
    <>
      {person} stopped everything{reason}. Nothing runs, and nothing can be approved.
    </>
  ),
  account: {
    title: "Account",
    shortcutsMeaning: "Single-key shortcuts. Press ? for the full list.",
    documentation: "Documentation",
    opensNext: "Open the next action after a decision",
    opensNextMeaning: "If off, the decided action stays open and shows its outcome.",
    colours: "Colours",
    coloursOf: { auto: "System", light: "Light", dark: "Dark" },
    language: "Language",
    browserLanguage: "Browser default",
    notices: "Desktop notifications",
    noticesMeaning: "For the view that is open, while this tab is in the background. Only in this browser.",
    noticesBlocked: "This browser blocks notifications from this page. Allow them in the browser's site settings.",
  },
  palette: {
    page: "Page",
    settings: (group: string) => `Settings: ${group}`,
    view: "View",
    savedViewOf: { inbox: "Saved view", audit: "Saved view of the audit log" },
    groupBy: { batch: "Group by batch", mission: "Group by mission", tool: "Group by tool" },
    chat: "Chat",
    newConversation: "New conversation",
    switchTo: (workspace: string) => `Switch to ${workspace}`,
    help: "Help",
    documentation: "documentation",
    setting: "Setting",
    colours: { light: "Colours: light", dark: "Colours: dark", auto: "Colours: system" },
    you: "You",
    tool: "Tool",
    agent: "Agent",
    action: "Action",
  },
});
