import type { ChannelMode, NotificationState } from "@countersign/protocol";
import type { Generated } from "kysely";
import type { Instant, MaybeInstant } from "./columns.ts";

/** See migration 0029. */
export interface NotificationTable {
  workspaceId: string;
  id: string;
  connectionId: string;
  /** Name of the connection when this was planned. */
  channel: string;
  eventSeq: number;
  eventHash: Uint8Array;
  kind: string;
  actionId: string | null;
  /** User id; empty for an endpoint or a room. */
  recipient: string;
  state: Generated<NotificationState>;
  dueAt: Instant;
  attempts: Generated<number>;
  leaseId: string | null;
  leaseUntil: MaybeInstant;
  messageId: string | null;
  /** The service's reference of that message. */
  externalRef: string | null;
  reason: string | null;
  createdAt: Instant;
  endedAt: MaybeInstant;
}

export interface NotificationCursorTable {
  workspaceId: string;
  connectionId: string;
  /** Sequence number of the last planned event. */
  seq: number;
}

/** See migration 0041. */
export interface NotificationChannelPreferenceTable {
  workspaceId: string;
  userId: string;
  connectionId: string;
  mode: ChannelMode;
  delayMinutes: number | null;
  /** Such as 2026-11-27. */
  summaryDay: string | null;
}

export interface NotificationPreferenceTable {
  workspaceId: string;
  userId: string;
  /** Minutes of the day in `timeZone`. */
  dailyAt: Generated<number>;
  quietFrom: number | null;
  quietUntil: number | null;
  timeZone: string | null;
}

/** See migration 0039. */
export interface PushDeviceTable {
  workspaceId: string;
  connectionId: string;
  userId: string;
  id: string;
  name: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: Instant;
}

/** See migration 0031. */
export interface NotificationAccountTable {
  workspaceId: string;
  connectionId: string;
  userId: string;
  accountId: string | null;
  accountName: string | null;
  pendingId: string | null;
  pendingName: string | null;
  codeHash: Uint8Array | null;
  codeUntil: MaybeInstant;
  tries: Generated<number>;
  askedAt: Instant;
}
