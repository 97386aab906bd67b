import type { ColumnType, Generated } from "kysely";
import type {
  ActionStatus,
  AfterReject,
  Approval,
  Attempt,
  Effect,
  PrincipalKind,
  Role,
  TokenScope,
  VettingState,
  ViewPage,
} from "@countersign/protocol";
import type { Instant, MaybeInstant } from "./columns.ts";
import type { StudioRunTable, StudioToolTable, StudioVersionTable } from "./studio-tables.ts";
import type { ActionCommentTable, AssignmentTable, DecisionTable } from "./decision-tables.ts";
import type { ConnectionTable, OnCallTeamTable, UpstreamTable, UpstreamTargetTable } from "./source-tables.ts";
import type {
  NotificationAccountTable,
  NotificationCursorTable,
  NotificationChannelPreferenceTable,
  NotificationPreferenceTable,
  NotificationTable,
  PushDeviceTable,
} from "./notification-tables.ts";
import type { ProvidedMemberTable, SignOnTable } from "./sign-on-tables.ts";
import type { OAuthClientTable, OAuthCodeTable, OAuthGrantTable, OAuthTokenTable } from "./oauth-tables.ts";
import type { ChatAgentTable, ChatCallTable, ChatMessageTable, ChatSessionTable } from "./chat-tables.ts";

type KeyKind = "agent" | "worker" | "user";

/** `claimId` is the fencing token of the attempt; it is never sent to clients. */
export type StoredAttempt = Attempt & { claimId?: string };

/** Tables as TypeScript types; `migrations/*.sql` is authoritative. JSON that is shown, hashed or run is canonical text. */
export interface Schema {
  workspace: { id: string; name: string; createdAt: Instant; newApproverWaitSeconds: Generated<number | null> };
  archivedWorkspace: { workspaceId: string; archivedAt: Instant; archivedBy: string; archivedName: string };
  auditHead: { workspaceId: string; seq: number; hash: Uint8Array };
  auditEvent: AuditEventTable;
  member: {
    workspaceId: string;
    userId: string;
    role: Role;
    createdAt: Instant;
    teams: Generated<string[]>;
    /** When role and teams start to count in a rule of several people; until then, the former ones count. */
    countsFrom: Instant;
    formerRole: Generated<Role | null>;
    formerTeams: Generated<string[]>;
    /** May approve any action alone, at once, in an emergency; null is no. */
    breakGlass: Generated<boolean | null>;
    /** What counts until `countsFrom`. */
    formerBreakGlass: Generated<boolean | null>;
  };
  /** Moved by triggers; see migration 0027. */
  policyEpoch: { workspaceId: string; epoch: number; movedIn: Generated<string>; movedAt: Instant };
  apiKey: ApiKeyTable;
  oauthClient: OAuthClientTable;
  oauthGrant: OAuthGrantTable;
  oauthCode: OAuthCodeTable;
  oauthToken: OAuthTokenTable;
  signOn: SignOnTable;
  providedMember: ProvidedMemberTable;
  deviceSignIn: DeviceSignInTable;
  signInLink: {
    tokenHash: string;
    userId: string;
    expiresAt: Instant;
    usedAt: MaybeInstant;
    purpose: Generated<"sign_in" | "reset">;
  };
  tool: ToolTable;
  toolGroup: { workspaceId: string; name: string; description: string | null; updatedAt: Instant };
  action: ActionTable;
  connection: ConnectionTable;
  onCallTeam: OnCallTeamTable;
  chatAgent: ChatAgentTable;
  chatSession: ChatSessionTable;
  chatMessage: ChatMessageTable;
  chatCall: ChatCallTable;
  savedRecord: SavedRecordTable;
  savedView: SavedViewTable;
  studioTool: StudioToolTable;
  studioRun: StudioRunTable;
  studioVersion: StudioVersionTable;
  upstream: UpstreamTable;
  keptResult: { workspaceId: string; actionId: string; sha256: string; page: number; text: string };
  toolWidget: { workspaceId: string; sha256: string; html: string };
  upstreamTarget: UpstreamTargetTable;
  actionComment: ActionCommentTable;
  assignment: AssignmentTable;
  notification: NotificationTable;
  notificationCursor: NotificationCursorTable;
  notificationChannelPreference: NotificationChannelPreferenceTable;
  notificationPreference: NotificationPreferenceTable;
  notificationAccount: NotificationAccountTable;
  pushDevice: PushDeviceTable;
  decision: DecisionTable;
  delegation: DelegationTable;
  checkpoint: CheckpointTable;
  checkpointBatch: { workspaceId: string; checkpointId: string; batchId: string; addedAt: Instant };
  refusedRepeat: RefusedRepeatTable;
  standingGrant: StandingGrantTable;
  mcpDelivery: {
    workspaceId: string;
    actionId: string;
    agentId: string;
    callHash: string;
    round: number;
    deliveredAt: Instant;
  };
}

export interface AuditEventTable {
  workspaceId: string;
  /** Assigned by the database together with the hash; see migration 0001. */
  seq: Generated<number>;
  at: Instant;
  kind: string;
  actionId: string | null;
  actorKind: PrincipalKind;
  actorId: string;
  /** Name at the time of the event; names are evidence too. */
  actorName: string;
  data: string;
  hash: Generated<Uint8Array>;
}

export interface ApiKeyTable {
  workspaceId: string;
  id: string;
  kind: KeyKind;
  name: string;
  tokenHash: string;
  prefix: string;
  groups: string[];
  role: Role | null;
  userId: string | null;
  /** Agents only: whether the person at its client may answer there, and the highest risk it may call. */
  inClient: Generated<boolean>;
  maxRisk: number | null;
  /** Agents only: user id of the person it acts for. They decide on none of its proposals above `selfConfirmMaxRisk`. */
  actsFor: string | null;
  /** Only agents that a person connected by OAuth: the client, which then acts for that person. */
  oauthClientId: Generated<string | null>;
  /** Null: on none at all. */
  selfConfirmMaxRisk: number | null;
  /** Agents only: among people, only that user and administrators may read the sessions it proposes in. */
  privateSessions: Generated<boolean>;
  createdAt: Instant;
  lastUsedAt: MaybeInstant;
  revokedAt: MaybeInstant;
  /** People's tokens only: the most it may do. */
  scope: TokenScope | null;
  expiresAt: MaybeInstant;
  /** Addresses and networks from which it is accepted; null: from anywhere. */
  allowedAddresses: string[] | null;
  /** When the present key replaced the former one, which is accepted until `formerUntil`, too. */
  rotatedAt: MaybeInstant;
  formerHash: string | null;
  formerPrefix: string | null;
  formerUntil: MaybeInstant;
  formerUsedAt: MaybeInstant;
  /** The last request from an address that is not allowed. */
  refusedAt: MaybeInstant;
  refusedFrom: string | null;
}

/** A sign-in request of a command line, answered once by a signed-in person. */
export interface DeviceSignInTable {
  deviceCodeHash: string;
  userCode: string;
  deviceName: string;
  clientAddress: string;
  createdAt: Instant;
  expiresAt: Instant;
  /** Null while unanswered. */
  approved: boolean | null;
  workspaceId: string | null;
  userId: string | null;
}

export interface ToolTable {
  workspaceId: string;
  name: string;
  /** `server`, the id of the worker key that registered it, or the source of its upstream, connection or Tool Studio tool. */
  source: string;
  title: string | null;
  description: string;
  inputSchema: string;
  effect: Effect;
  /** The level that rules use; see `core/tool-levels.ts`. */
  risk: number;
  /** The level shown to people; null if the tool is not rated. */
  ratedRisk: number | null;
  approval: Approval;
  /** CEL expression, used with approval `when`. */
  approvalWhen: string | null;
  /** The first is the tool's home group. */
  groupNames: Generated<string[]>;
  /** Groups that require approval whatever the tool's setting, and groups that require none. */
  requiredIn: Generated<string[]>;
  neverIn: Generated<string[]>;
  alias: string | null;
  descriptionOverride: string | null;
  promptTemplate: string | null;
  approverRole: "approver" | "admin" | null;
  approverIds: Generated<string[]>;
  /** Canonical JSON; see migration 0013. */
  approvalRule: string | null;
  /** Canonical JSON list; null if there are none. */
  routingRules: string | null;
  remindAfterSeconds: number | null;
  escalateAfterSeconds: number | null;
  /** Canonical JSON list. */
  escalateTo: string | null;
  delivery: "queue" | "wait" | null;
  waitSeconds: number | null;
  onWaitEnd: "park" | "expire" | null;
  inClient: boolean | null;
  /** Null is false. */
  needsSecondPerson: boolean | null;
  afterReject: Generated<AfterReject>;
  /** Null uses the inbox's own; never empty. */
  rejectReasons: string[] | null;
  /** Canonical JSON with its hash and height; null if the tool has none. */
  widget: string | null;
  riskSource: Generated<"scored" | "set">;
  /** Rating without an administrator's override; if `rated` is false, the level that rules use. */
  scoredRisk: number;
  rated: Generated<boolean>;
  /** False if its MCP server was not trusted when it was last seen. */
  trusted: Generated<boolean>;
  /** JSON array of sentences. */
  riskReasons: Generated<string>;
  /** Display name of the tool's upstream, and the tool's name there. */
  upstream: string | null;
  upstreamName: string | null;
  vetting: Generated<VettingState>;
  /** JSON array of findings. */
  findings: Generated<string>;
  /** The upstream's tool object as last seen, as canonical JSON; agents see the accepted one. */
  definition: string | null;
  fingerprint: string | null;
  acceptedDefinition: string | null;
  acceptedFingerprint: string | null;
  /** Fingerprint of the definition that an administrator reviewed. */
  vettedFingerprint: string | null;
  firstSeenAt: Instant;
  settingsHash: string | null;
  /** See core/client-needs.ts. */
  clientNeeds: Generated<string[]>;
  /** False while the approval follows from risk and trust. */
  approvalSet: Generated<boolean>;
  protectedKeys: string[];
  lifetimeSeconds: number | null;
  timeoutSeconds: number;
  previews: boolean;
  /** Key of the input list if agents call the tool with lists; `inputSchema` describes one entry. */
  batchKey: string | null;
  enabled: boolean;
  definitionHash: string;
  updatedAt: Instant;
}

export interface ActionTable {
  workspaceId: string;
  id: string;
  toolName: string;
  toolHash: string;
  source: string;
  effect: Effect;
  risk: number;
  ratedRisk: number | null;
  /** Null in actions from before migration 0025. */
  vetted: boolean | null;
  toolInput: string;
  userEdits: string | null;
  effectiveInput: string;
  preview: string;
  /** A worker must still render the preview of this version. */
  previewWanted: boolean;
  /** When a worker was last asked; another one is asked only after a delay. */
  previewAskedAt: MaybeInstant;
  target: string | null;
  snapshot: string | null;
  current: string | null;
  proposed: string | null;
  digest: string;
  caption: string | null;
  status: ActionStatus;
  version: number;
  missionId: string | null;
  sessionId: string | null;
  batchId: string;
  proposedKind: PrincipalKind;
  proposedBy: string;
  proposedName: string;
  idempotencyKey: string | null;
  requestHash: string;
  /** The expression by which this call required no approval. */
  policyWhen: string | null;
  /** JSON; what the expressions of the routing rules said. Null if the tool had none. */
  routing: string | null;
  supersedes: string | null;
  supersededBy: string | null;
  result: string | null;
  error: string | null;
  createdAt: Instant;
  expiresAt: MaybeInstant;
  /** The latest end of its time that people may choose; see migration 0035. */
  latestExpiresAt: MaybeInstant;
  resolvedAt: MaybeInstant;
  resolvedKind: PrincipalKind | null;
  resolvedBy: string | null;
  resolvedName: string | null;
  executedAt: MaybeInstant;
  /** Earliest start that an approver chose; null for at once. */
  notBefore: MaybeInstant;
  /** Number of executions started so far. */
  attempt: number;
  attempts: ColumnType<StoredAttempt[], string | undefined, string>;
  claimId: string | null;
  claimedBy: string | null;
  leaseUntil: MaybeInstant;
  heartbeatAt: MaybeInstant;
  /** Last seen version token of a target that differs from the proposal; see migration 0004. */
  targetSeen: string | null;
  targetSeenAt: MaybeInstant;
  targetChangedAt: MaybeInstant;
  /** Only approvals of this round count; an edit starts the next round. See migration 0013. */
  voteRound: Generated<number>;
  editedBy: string | null;
  /** Pending reminder and escalation; see migration 0013. */
  remindAt: MaybeInstant;
  escalateAt: MaybeInstant;
  remindedAt: MaybeInstant;
  escalatedAt: MaybeInstant;
  /** Approvers added by the escalation: a JSON list. */
  escalatedTo: string | null;
  /** Delegation by which the action was resolved. */
  delegationId: string | null;
  /** Policy epoch under which the approved action was judged fit to run, and until when; see migration 0027. */
  judgedEpoch: Generated<number | null>;
  judgedUntil: MaybeInstant;
}

/** See migration 0048. */
export interface SavedViewTable {
  workspaceId: string;
  id: string;
  page: ViewPage;
  name: string;
  query: string;
  authorId: string;
  /** The author's name when the view was saved. */
  authorName: string;
  /** The author of a private view; null if it is shared. */
  ownerId: string | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** See migration 0013. */
export interface DelegationTable {
  workspaceId: string;
  id: string;
  userId: string;
  delegateId: string;
  startsAt: Instant;
  endsAt: Instant;
  createdBy: string;
  createdName: string;
  createdAt: Instant;
  revokedAt: MaybeInstant;
}

/** See migration 0009. */
export interface CheckpointTable {
  workspaceId: string;
  id: string;
  label: string;
  missionId: string | null;
  sessionId: string | null;
  openedBy: string;
  openedName: string;
  createdAt: Instant;
  verdict: "approve" | "reject" | null;
  comment: string | null;
  decidedAt: MaybeInstant;
  decidedBy: string | null;
  decidedName: string | null;
}

/** See migration 0009. */
export interface StandingGrantTable {
  workspaceId: string;
  id: string;
  toolName: string;
  toolHash: string;
  toolSource: string;
  agentId: string;
  agentName: string;
  /** CEL expression. */
  allowWhen: string;
  note: string | null;
  maxUses: number;
  uses: Generated<number>;
  expiresAt: Instant;
  writtenBy: string;
  writtenName: string;
  createdAt: Instant;
  revokedAt: MaybeInstant;
  revokedBy: string | null;
  revokedName: string | null;
}

/** See migration 0009. */
export interface RefusedRepeatTable {
  workspaceId: string;
  toolName: string;
  id: string;
  missionId: string | null;
  sessionId: string | null;
  agentId: string;
  agentName: string;
  actionId: string;
  repeats: number;
  repeatedAt: Instant;
  pausedAt: MaybeInstant;
  forgottenAt: MaybeInstant;
  liftedAt: MaybeInstant;
}

/** See migration 0010. */
export interface SavedRecordTable {
  workspaceId: string;
  actionId: string;
  position: number;
  kind: "insight" | "recommendation" | "document" | "source";
  title: string;
  data: string;
  savedAt: Instant;
}
