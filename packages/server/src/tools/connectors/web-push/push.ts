import { createECDH, createHash } from "node:crypto";
import ece from "http_ece";
import type { PushDevice } from "../../../ports/channel.ts";
import type { OpenConnection } from "../connector.ts";
import { post } from "../post-json.ts";
import { ServiceFault } from "../service-fault.ts";
import type { PushPayload } from "./render-push.ts";
import { allowsService, type WebPushCredentials, type WebPushSettings } from "./settings.ts";
import { authorize } from "./vapid-key.ts";

/** Seconds for which the push service keeps a message for a device that is off. */
const KEPT_SECONDS = 86_400;
/** See https://www.rfc-editor.org/rfc/rfc8030#section-5.4 */
const MAX_TOPIC_CHARACTERS = 32;

/**
 * Pushes one payload to one device, encrypted for it (https://www.rfc-editor.org/rfc/rfc8291). A message for a device that is off
 * takes the place of an earlier one with the same tag. Throws a `ServiceFault`, of the kind `not_found` if the device takes no
 * messages any more.
 */
export async function push(
  open: OpenConnection<WebPushCredentials, WebPushSettings>,
  { endpoint, p256dh, auth }: PushDevice,
  payload: PushPayload,
  { isUrgent, signal }: { isUrgent: boolean; signal: AbortSignal },
): Promise<void> {
  const { settings, credentials, fetch } = open;
  const refused = allowsService(settings, endpoint);
  if (refused !== undefined) throw new ServiceFault("validation", refused);
  const sender = createECDH("prime256v1");
  sender.generateKeys();
  const body = ece.encrypt(Buffer.from(JSON.stringify(payload)), {
    version: "aes128gcm",
    dh: Buffer.from(p256dh, "base64url"),
    privateKey: sender,
    authSecret: Buffer.from(auth, "base64url"),
  });
  await post(
    fetch,
    endpoint,
    {
      body: new Uint8Array(body),
      headers: {
        authorization: await authorize(credentials.privateKey, endpoint, settings.contact),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(KEPT_SECONDS),
        urgency: isUrgent ? "high" : "normal",
        topic: createHash("sha256").update(payload.notification.tag).digest("base64url").slice(0, MAX_TOPIC_CHARACTERS),
      },
    },
    // What the service says is left out: some repeat the endpoint or the token, which nobody else is to know.
    signal,
  );
}
