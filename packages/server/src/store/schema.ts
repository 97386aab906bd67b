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
  Verdict,
  VettingState,
} from "@countersign/protocol";
import type { StudioRunTable, StudioToolTable, StudioVersionTable } from "./studio-tables.ts";
import type { ConnectionTable, UpstreamTable, UpstreamTargetTable } from "./source-tables.ts";
import type { ChatAgentTable, ChatCallTable, ChatMessageTable, ChatSessionTable } from "./chat-tables.ts";

export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
export type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type KeyKind = "agent" | "worker" | "user";

/** `claimId` is the fencing token it was given under; it is on no wire. */
export type StoredAttempt = Attempt & { claimId?: string };

/** Tables as TypeScript sees them; `migrations/*.sql` is the truth. JSON that is shown, hashed or run is canonical text. */
export interface Schema {
  workspace: { id: string; name: string; createdAt: Instant; newApproverWaitSeconds: Generated<number | null> };
  auditHead: { workspaceId: string; seq: number; hash: Uint8Array };
  auditEvent: AuditEventTable;
  member: {
    workspaceId: string;
    userId: string;
    role: Role;
    createdAt: Instant;
    /** From then on the role counts in a rule of several people; before, the former one. */
    countsFrom: Instant;
    formerRole: Generated<Role | null>;
  };
  apiKey: ApiKeyTable;
  deviceSignIn: DeviceSignInTable;
  signInLink: { tokenHash: string; userId: string; expiresAt: Instant; usedAt: MaybeInstant };
  tool: ToolTable;
  toolGroup: { workspaceId: string; name: string; description: string | null; updatedAt: Instant };
  action: ActionTable;
  connection: ConnectionTable;
  chatAgent: ChatAgentTable;
  chatSession: ChatSessionTable;
  chatMessage: ChatMessageTable;
  chatCall: ChatCallTable;
  savedRecord: SavedRecordTable;
  studioTool: StudioToolTable;
  studioRun: StudioRunTable;
  studioVersion: StudioVersionTable;
  upstream: UpstreamTable;
  keptResult: { workspaceId: string; actionId: string; sha256: string; page: number; text: string };
  upstreamTarget: UpstreamTargetTable;
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
  /** Given by the database with the hash; see migration 0001. */
  seq: Generated<number>;
  at: Instant;
  kind: string;
  actionId: string | null;
  actorKind: PrincipalKind;
  actorId: string;
  /** As it was then; names are evidence too. */
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
  /** Agents only: the person at its client may answer there, and the highest risk it may call. */
  inClient: Generated<boolean>;
  maxRisk: number | null;
  /** Agents only: the user who never decides on what it proposes. */
  actsFor: string | null;
  /** Agents only: of people, that user and administrators alone read the sessions it proposes in. */
  privateSessions: Generated<boolean>;
  createdAt: Instant;
  lastUsedAt: MaybeInstant;
  revokedAt: MaybeInstant;
  /** People's tokens only: what it may do at most. */
  scope: TokenScope | null;
  expiresAt: MaybeInstant;
}

/** A command line that asks to be signed in; a signed-in person answers it once. */
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
  /** `server`, or the id of the worker key that registered it. */
  source: string;
  title: string | null;
  description: string;
  inputSchema: string;
  effect: Effect;
  /** What rules go by; see `core/tool-levels.ts`. */
  risk: number;
  /** What people are shown; null: nobody has rated it. */
  ratedRisk: number | null;
  approval: Approval;
  /** CEL; with approval `when`. */
  approvalWhen: string | null;
  /** The first is its home. */
  groupNames: Generated<string[]>;
  /** Groups that ask for approval whatever the tool says, and groups that do not ask. */
  requiredIn: Generated<string[]>;
  neverIn: Generated<string[]>;
  alias: string | null;
  descriptionOverride: string | null;
  promptTemplate: string | null;
  approverRole: "approver" | "admin" | null;
  approverIds: Generated<string[]>;
  /** Canonical JSON; see migration 0013. */
  approvalRule: string | null;
  remindAfterSeconds: number | null;
  escalateAfterSeconds: number | null;
  /** A canonical JSON list. */
  escalateTo: string | null;
  delivery: "queue" | "wait" | null;
  waitSeconds: number | null;
  onWaitEnd: "park" | "expire" | null;
  inClient: boolean | null;
  afterReject: Generated<AfterReject>;
  riskSource: Generated<"scored" | "set">;
  /** Without an administrator's word; where `rated` is false, what rules take it for. */
  scoredRisk: number;
  rated: Generated<boolean>;
  /** False: of an MCP server that was not trusted when it was last seen. */
  trusted: Generated<boolean>;
  /** A JSON array of sentences. */
  riskReasons: Generated<string>;
  /** Display name of the upstream that brings it, and the tool's name there. */
  upstream: string | null;
  upstreamName: string | null;
  vetting: Generated<VettingState>;
  /** A JSON array of findings. */
  findings: Generated<string>;
  /** An upstream's tool object as last seen, canonical; the accepted one is what agents see. */
  definition: string | null;
  fingerprint: string | null;
  acceptedDefinition: string | null;
  acceptedFingerprint: string | null;
  /** Of the definition that an administrator looked at. */
  vettedFingerprint: string | null;
  firstSeenAt: Instant;
  settingsHash: string | null;
  /** See core/client-needs.ts. */
  clientNeeds: Generated<string[]>;
  /** False while approval is what follows from risk and trust. */
  approvalSet: Generated<boolean>;
  protectedKeys: string[];
  lifetimeSeconds: number | null;
  timeoutSeconds: number;
  previews: boolean;
  /** Where agents call it with a list of inputs, its key; `inputSchema` is of one of them. */
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
  /** Null in actions of before migration 0025. */
  vetted: boolean | null;
  toolInput: string;
  userEdits: string | null;
  effectiveInput: string;
  preview: string;
  /** A worker has still to draw the preview of this version. */
  previewWanted: boolean;
  /** When a worker was last asked; another is asked only some time later. */
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
  /** The expression that asked nobody about this call. */
  policyWhen: string | null;
  supersedes: string | null;
  supersededBy: string | null;
  result: string | null;
  error: string | null;
  createdAt: Instant;
  expiresAt: MaybeInstant;
  resolvedAt: MaybeInstant;
  resolvedKind: PrincipalKind | null;
  resolvedBy: string | null;
  resolvedName: string | null;
  executedAt: MaybeInstant;
  /** Number of executions started so far. */
  attempt: number;
  attempts: ColumnType<StoredAttempt[], string | undefined, string>;
  claimId: string | null;
  claimedBy: string | null;
  leaseUntil: MaybeInstant;
  heartbeatAt: MaybeInstant;
  /** Where the target is no longer as proposed: its version token as last seen; see migration 0004. */
  targetSeen: string | null;
  targetSeenAt: MaybeInstant;
  targetChangedAt: MaybeInstant;
  /** Approvals of this round count; an edit begins the next; see migration 0013. */
  voteRound: Generated<number>;
  editedBy: string | null;
  /** Still to come; see migration 0013. */
  remindAt: MaybeInstant;
  escalateAt: MaybeInstant;
  remindedAt: MaybeInstant;
  escalatedAt: MaybeInstant;
  /** Who was asked then: a JSON list. */
  escalatedTo: string | null;
  /** By which it was resolved. */
  delegationId: string | null;
}

export interface DecisionTable {
  workspaceId: string;
  id: string;
  actionId: string;
  verdict: Verdict;
  byKind: PrincipalKind;
  byId: string;
  byName: string;
  digest: string;
  userEdits: string | null;
  comment: string | null;
  channel: string;
  /** As the surface said; see migration 0004. */
  shownForMs: number | null;
  voteRound: Generated<number>;
  delegationId: string | null;
  /** In whose place. */
  onBehalfOf: string | null;
  onBehalfName: string | null;
  at: Instant;
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
  /** CEL. */
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
