import { expect, test } from "vitest";
import { frameEvent } from "../../src/http/live/frame-event.ts";

test("the live stream tells of a reminder and an escalation with their marks, and of a vote as of any change", () => {
  const told = (kind: string, more: object = {}): string => {
    const data = { status: "pending", version: 2, sessionId: "s", ...more };
    const frame = frameEvent({ seq: 7, kind, actionId: "a", data });
    return frame ? new TextDecoder().decode(frame.bytes) : "";
  };
  const line = (more: object): string =>
    `event: action.updated\nid: 7\ndata: ${JSON.stringify({ id: "a", status: "pending", version: 2, ...more })}\n\n`;
  expect(told("action.vote", { missing: 1 })).toBe(line({}));
  const at = "2026-01-01T00:00:00.000Z";
  expect(told("action.reminded", { remindedAt: at })).toBe(line({ remindedAt: at }));
  expect(told("action.escalated", { escalatedAt: at, escalatedTo: [{ role: "admin" }] })).toBe(line({ escalatedAt: at }));
});
