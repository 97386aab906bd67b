import type { JsonObject } from "@countersign/protocol";
import type { OpenConnection } from "../connector.ts";
import { faultOfError, faultOfStatus, ServiceFault } from "../service-fault.ts";
import { signaturesOf } from "./sign.ts";

const ANSWER_MS = 15_000;

export interface WebhookMessage {
  /** Equal in every attempt; without a dot, which separates the signed parts. */
  id: string;
  type: string;
  /** ISO 8601, of the event. */
  timestamp: string;
  data: object;
}

/** Posts one message and returns the HTTP status, a success. Throws a `ServiceFault`; a redirect is one. */
export async function postSigned(
  { settings, credentials, fetch }: OpenConnection<{ secret: string; formerSecret?: string | undefined }, { url: string }>,
  { id, ...message }: WebhookMessage,
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify(message as unknown as JsonObject);
  const seconds = Math.floor(Date.now() / 1000);
  const { secret, formerSecret } = credentials;
  const secrets = formerSecret === undefined ? [secret] : [secret, formerSecret];
  try {
    const response = await fetch(settings.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Countersign",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": signaturesOf(secrets, id, seconds, body),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    // The receiver's answer is not read: it could be anything, of any size.
    await response.body?.cancel();
    if (response.ok) return response.status;
    if (response.status >= 300 && response.status < 400)
      throw new ServiceFault(
        "validation",
        `(HTTP ${response.status}) The address redirects. Enter the target address instead.`,
      );
    // During a deployment there may be nothing at an address for a while; 410 says that it is gone.
    if (response.status === 404) throw new ServiceFault("not_found", "(HTTP 404)", { canBeMended: true });
    throw faultOfStatus(response.status, response.headers);
  } catch (error) {
    throw faultOfError(error);
  }
}
