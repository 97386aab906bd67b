import type { Me } from "@countersign/protocol";
import type { LinkProps } from "@tanstack/react-router";

/** A page of the inbox that navigation leads to. */
export interface Place {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  /** What a person finds there; searched too. */
  about: string;
  /** The page exists only where the server runs this feature. */
  feature?: string;
  /** Only administrators may open it. */
  isForAdmins?: boolean;
}

export interface PlaceGroup {
  label: string;
  places: readonly Place[];
}

/** Pages that the side bar names one by one; the inbox is the first. */
export const MAIN_PLACES = [
  { to: "/", label: "Inbox", about: "Actions that wait for a decision, and those that were decided" },
  { to: "/chat", label: "Chat", about: "Conversations with agents", feature: "chat" },
  { to: "/content", label: "Content", about: "Documents, objects and files", feature: "content" },
  { to: "/records", label: "Records", about: "What agents saved for later" },
  { to: "/insights", label: "Insights", about: "How many actions, how fast they are decided, and how" },
  { to: "/audit", label: "Audit", about: "Everything that happened, in order" },
  { to: "/settings", label: "Settings", about: "Your own settings, and those of the workspace" },
] as const satisfies readonly Place[];

const admin = { isForAdmins: true } as const;

/** Pages of settings, in the groups that the settings page shows. */
export const SETTING_GROUPS: readonly PlaceGroup[] = [
  {
    label: "You",
    places: [
      {
        to: "/notifications",
        label: "Your notifications",
        about: "Which channels tell you, when, and the daily summary",
        feature: "notifications",
      },
      { to: "/stand-ins", label: "Delegates", about: "Colleagues who decide for you while you are away" },
      { to: "/tokens", label: "Personal tokens", about: "Tokens with which scripts act as you" },
      { to: "/command-line", label: "Command line", about: "Sign in to the countersign command line" },
    ],
  },
  {
    label: "Tools",
    places: [
      { ...admin, to: "/admin/tools", label: "Tools", about: "Approval, risk, rules and time limits of each tool" },
      { ...admin, to: "/admin/groups", label: "Groups", about: "Sets of tools that agents get" },
      { ...admin, to: "/admin/studio", label: "Tool Studio", about: "Tools written here, run in a sandbox", feature: "studio" },
      { ...admin, to: "/admin/try", label: "Try it", about: "Call a tool as an agent would" },
    ],
  },
  {
    label: "Agents",
    places: [
      { ...admin, to: "/admin/agents", label: "Agents", about: "Agents, their keys, groups and risk limits" },
      { ...admin, to: "/admin/keys", label: "Keys", about: "Keys of workers, and personal tokens" },
    ],
  },
  {
    label: "People",
    places: [{ ...admin, to: "/admin/people", label: "People", about: "Members, roles, teams, on call, invitations" }],
  },
  {
    label: "Policies",
    places: [
      { ...admin, to: "/admin/grants", label: "Grants", about: "Standing approvals: calls that run without a person" },
      { to: "/safety", label: "Safety", about: "What runs without a person, and what was refused" },
    ],
  },
  {
    label: "Connections",
    places: [
      { ...admin, to: "/admin/upstreams", label: "MCP servers", about: "Servers whose tools pass through the gate" },
      { ...admin, to: "/admin/connections", label: "Services", about: "Accounts of services, and on-call schedules" },
      {
        ...admin,
        to: "/admin/notifications",
        label: "Notification channels",
        about: "Slack, Teams, mail, webhooks and devices",
        feature: "notifications",
      },
    ],
  },
  {
    label: "Workspace",
    places: [
      {
        ...admin,
        to: "/admin/content",
        label: "Content types",
        about: "Types of content, folders and rights",
        feature: "content",
      },
      { to: "/emergency-stop", label: "Emergency stop", about: "Stop everything at once, or let it begin again" },
    ],
  },
];

/** Whether the person may open the place, and the server has it. */
export const isOpenTo = (me: Me | undefined, { feature, isForAdmins }: Place): boolean =>
  (feature === undefined || (me?.features.includes(feature) ?? true)) && (!isForAdmins || me?.role === "admin");

/** The groups of settings that the person may open; those without a place are left out. */
export const openGroups = (me: Me | undefined): PlaceGroup[] =>
  SETTING_GROUPS.map(({ label, places }) => ({ label, places: places.filter((place) => isOpenTo(me, place)) })).filter(
    ({ places }) => places.length > 0,
  );

export const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether the text has each of these words, in lower case, somewhere. */
export const hasWords = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};
