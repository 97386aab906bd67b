import type { QueueFilter } from "./list-filter.ts";

/** Keys of the query cache; defined nowhere else. */
export const keys = {
  me: ["me"] as const,
  counts: ["counts"] as const,
  lists: ["actions"] as const,
  list: (filter: QueueFilter) => ["actions", filter] as const,
  /** Below the counts, so that it is refetched whenever they change. */
  newest: (filter: QueueFilter, limit: number) => ["counts", "newest", filter, limit] as const,
  /** Actions that the command palette found. */
  found: (q: string) => ["found", q] as const,
  action: (id: string) => ["action", id] as const,
  /** Not below the action's key: a preview of edits is read once, and the decision on it must not refetch it. */
  edited: (id: string, digest: string) => ["edited", id, digest] as const,
  timeline: (id: string) => ["action", id, "timeline"] as const,
  /** Below the action's key, so that it is invalidated with the action. */
  target: (id: string) => ["action", id, "target"] as const,
  /** Emergency approvals without a review. */
  glass: ["glass"] as const,
  glassOf: (id: string) => ["action", id, "glass"] as const,
  proposals: (sessionId: string, rows: readonly string[]) => ["proposals", sessionId, rows] as const,
  evidence: (id: string) => ["action", id, "evidence"] as const,
  /** Every tool by its name. */
  anyTool: ["tool"] as const,
  tool: (name: string) => ["tool", name] as const,
  tools: ["tools"] as const,
  groups: ["groups"] as const,
  agents: ["agents"] as const,
  upstreams: ["upstreams"] as const,
  connections: ["connections"] as const,
  connectors: ["connectors"] as const,
  /** Prefix of the delivery log, to invalidate it together. */
  notifications: ["notifications"] as const,
  notificationList: (state: string | undefined) => ["notifications", "list", state ?? "all"] as const,
  notificationsOf: (actionId: string) => ["action", actionId, "notifications"] as const,
  browserSessions: ["browser-sessions"] as const,
  signInWays: ["sign-in-ways"] as const,
  ownSignInWays: ["own-sign-in-ways"] as const,
  ownNotifications: ["own-notifications"] as const,
  thisDevice: (channelId: string) => ["this-device", channelId] as const,
  records: (kind: string | undefined) => ["records", kind ?? "all"] as const,
  /** Prefix of all content, to invalidate it together. */
  content: ["content"] as const,
  contentTypes: ["content", "types"] as const,
  contentRights: ["content", "rights"] as const,
  elements: ["content", "elements"] as const,
  elementList: (filter: object) => ["content", "elements", filter] as const,
  element: (id: string) => ["content", "element", id] as const,
  revisions: (id: string) => ["content", "element", id, "revisions"] as const,
  /** Prefix of everything in the Tool Studio. */
  studio: ["studio"] as const,
  studioList: ["studio", "tools"] as const,
  studioTool: (name: string) => ["studio", "tool", name] as const,
  /** Below the tool's key, so that they are invalidated with the tool. */
  studioRuns: (name: string) => ["studio", "tool", name, "runs"] as const,
  studioVersions: (name: string) => ["studio", "tool", name, "versions"] as const,
  studioPublication: (name: string) => ["studio", "tool", name, "publication"] as const,
  repeats: ["repeats"] as const,
  checkpoints: ["checkpoints"] as const,
  /** Below the list's key, so that it is invalidated whenever a checkpoint changes. */
  checkpoint: (id: string) => ["checkpoints", id] as const,
  emergency: ["emergency"] as const,
  grants: ["grants"] as const,
  delegations: ["delegations"] as const,
  savedViews: ["saved-views"] as const,
  /** Prefix of all lists of conversations. */
  chatSessions: ["chat-sessions"] as const,
  chatSessionList: (filter: object) => ["chat-sessions", filter] as const,
  chat: (id: string) => ["chat", id] as const,
  chatAgents: ["chat-agents"] as const,
  apiKeys: ["api-keys"] as const,
  commandLine: ["command-line"] as const,
  /** A request of a client to connect as an agent. */
  connection: (request: object) => ["connection", request] as const,
  members: ["members"] as const,
  workspaceSettings: ["workspace-settings"] as const,
  insights: (days: number) => ["insights", days] as const,
  safety: (days: number) => ["safety", days] as const,
  audit: (filter: Readonly<Record<string, string>>) => ["audit", filter] as const,
};
