import type {
  ActionStatus,
  AuditEntry,
  AuditReport,
  ChangeSavedView,
  CreateSavedView,
  Evidence,
  Insights,
  JsonObject,
  RecordKind,
  Safety,
  SavedRecord,
  SavedView,
} from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

export interface AuditFilter {
  afterSeq?: number;
  beforeSeq?: number;
  /** Default `oldest`, or `newest` if `beforeSeq` is given. */
  sort?: "oldest" | "newest";
  actionId?: string;
  kinds?: readonly string[];
  actorId?: string;
  /** Key id of an agent: entries about what it did and about actions that it proposed. */
  agentId?: string;
  /** Entries about this tool and its actions. */
  toolName?: string;
  /** Entries about actions that have one of these statuses now. */
  statuses?: readonly ActionStatus[];
  /** Earliest time of an entry, in ISO 8601 with a time zone. */
  from?: string;
  /** Entries before this time, in ISO 8601 with a time zone. */
  until?: string;
  /** Text searched for in kind, action, actor's name and data. */
  q?: string;
  limit?: number;
}

export interface AuditLog {
  page(by: Principal, page: AuditFilter): Promise<Result<AuditEntry[]>>;
  /** Reads the workspace's whole audit log and computes each hash again. */
  verify(by: Principal): Promise<Result<AuditReport>>;
  /** Audit entries of one action, each with its proof. */
  evidence(by: Principal, id: string): Promise<Result<Evidence>>;
}

/** One event of a workspace's chain, as the live stream needs it. */
export interface ChainEvent {
  seq: number;
  kind: string;
  actionId: string | null;
  data: JsonObject;
}

export interface Events {
  /** Events of the principal's workspace after `seq`, oldest first; `head` is the sequence number of the newest one. */
  after(by: Principal, seq: number, limit: number): Promise<{ events: ChainEvent[]; head: number }>;
  /** Calls back at most once per iteration of the event loop when a workspace may have new events. Returns the unsubscriber. */
  onChange(workspaceId: string, callback: () => void): () => void;
}

export interface Reports {
  insights(by: Principal, days: number): Promise<Result<Insights>>;
  /** Where people approved and rejected, and what became of it. */
  safety(by: Principal, days: number): Promise<Result<Safety>>;
}

export interface SavedRecords {
  /** Lists the records that approved calls of the workspace's own tools saved, newest first; an agent sees those of its own calls. */
  list(
    by: Principal,
    asked: { kind?: RecordKind; cursor?: string; limit?: number },
  ): Promise<Result<{ items: SavedRecord[]; nextCursor: string | null }>>;
}

/** Filters that people saved under a name: each person's own, and those shared in the workspace. */
export interface SavedViews {
  /** The caller's own views and the shared ones, by name. */
  list(by: Principal): Promise<Result<SavedView[]>>;
  create(by: Principal, request: CreateSavedView): Promise<Result<SavedView>>;
  change(by: Principal, id: string, request: ChangeSavedView): Promise<Result<SavedView>>;
  remove(by: Principal, id: string): Promise<Result<{ id: string }>>;
}
