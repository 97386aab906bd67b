import { createHmac, timingSafeEqual } from "node:crypto";

/** An older request is refused, as it may be a recorded one. */
const MAX_AGE_SECONDS = 300;

/** Whether Slack signed a request within the last five minutes. See https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function isSignedBySlack(secret: string, headers: Headers, body: string, now: Date): boolean {
  const timestamp = headers.get("x-slack-request-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const expected = Buffer.from(`v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`);
  const given = Buffer.from(headers.get("x-slack-signature") ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
