import { liveEvents, type Briefing, type ChatEventName, type Json, type LiveEventName } from "@countersign/protocol";
import type { ChainEvent } from "../../ports/records.ts";
import { eventFrame } from "../../transport/event-frame.ts";

/** One encoded event; its bytes are shared by all listeners. */
export interface EventFrame {
  seq: number;
  /** Session and mission of the event; null for none. Listeners of another session or mission do not receive it. */
  sessionId: string | null;
  missionId: string | null;
  bytes: Uint8Array;
}

const encoder = new TextEncoder();
/** SSE comment; keeps proxies from closing an idle stream. */
export const HEARTBEAT = encoder.encode(":\n\n");

/** An event without `id` leaves the client's `Last-Event-ID` as it is. */
export const encodeEvent = (event: LiveEventName | ChatEventName, id: number | undefined, data: unknown): Uint8Array =>
  encoder.encode(eventFrame({ event, ...(id !== undefined && { id }), data: JSON.stringify(data) }));

export const frameBriefing = (seq: number, counts: Briefing): Uint8Array =>
  encodeEvent("briefing", seq, {
    pending: counts.byStatus["pending"] ?? 0,
    byTool: counts.byTool,
    oldestPendingAt: counts.oldestPendingAt,
    checkpoints: counts.checkpoints,
  });

const asText = (value: Json | undefined) => (typeof value === "string" ? value : null);

const isLive = (kind: string): kind is LiveEventName => Object.hasOwn(liveEvents, kind);

/** Returns the live event for an event of the audit chain; undefined for kinds that listeners do not receive. */
export function frameEvent({ seq, kind, actionId, data }: ChainEvent): EventFrame | undefined {
  if (kind.startsWith("tool.")) {
    const told = liveEvents["tool.changed"].safeParse({ name: data["name"] ?? data["toolName"] });
    return told.success
      ? { seq, sessionId: null, missionId: null, bytes: encodeEvent("tool.changed", seq, told.data) }
      : undefined;
  }
  const of = { seq, sessionId: asText(data["sessionId"]), missionId: asText(data["missionId"]) };
  if (kind.startsWith("repeat.")) {
    const told = liveEvents["repeat.changed"].safeParse(data);
    return told.success ? { ...of, bytes: encodeEvent("repeat.changed", seq, told.data) } : undefined;
  }
  if (kind.startsWith("checkpoint.")) {
    const told = liveEvents["checkpoint.changed"].safeParse({ id: data["checkpointId"] });
    return told.success ? { ...of, bytes: encodeEvent("checkpoint.changed", seq, told.data) } : undefined;
  }
  if (kind.startsWith("view.")) {
    const told = liveEvents["view.changed"].safeParse({ id: data["viewId"] });
    return told.success ? { ...of, bytes: encodeEvent("view.changed", seq, told.data) } : undefined;
  }
  if (kind.startsWith("member.")) {
    const { userId, role, lowered, countsFrom } = data;
    const told = liveEvents["member.changed"].safeParse({
      userId,
      role: kind === "member.removed" ? null : role,
      lowered,
      countsFrom,
    });
    return told.success ? { ...of, bytes: encodeEvent("member.changed", seq, told.data) } : undefined;
  }
  if (kind.startsWith("emergency.")) {
    return { ...of, bytes: encodeEvent("emergency.changed", seq, { stopped: kind === "emergency.stopped" }) };
  }
  if (!kind.startsWith("action.")) {
    // A feature's event has one name, in the audit log and here.
    if (!isLive(kind)) return undefined;
    const told = liveEvents[kind].safeParse(data);
    return told.success ? { ...of, bytes: encodeEvent(kind, seq, told.data) } : undefined;
  }
  const name = kind === "action.proposed" || kind === "action.rebased" ? "action.created" : "action.updated";
  const { status, version, remindedAt, escalatedAt, assignee, expiresAt, commentCount } = data;
  const told = liveEvents[name].safeParse({
    id: actionId,
    status,
    version,
    remindedAt,
    escalatedAt,
    assignee,
    expiresAt,
    commentCount,
  });
  return told.success ? { ...of, bytes: encodeEvent(name, seq, told.data) } : undefined;
}
