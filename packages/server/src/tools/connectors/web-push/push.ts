import { createECDH, createHash } from "node:crypto";
import ece from "http_ece";
import type { PushDevice } from "../../../ports/channel.ts";
import type { OpenConnection } from "../connector.ts";
import { post } from "../post-json.ts";
import { ServiceFault } from "../service-fault.ts";
import { oneLine } from "../visible-text.ts";
import type { PushPayload } from "./render-push.ts";
import { allowsService, type WebPushCredentials, type WebPushSettings } from "./settings.ts";
import { authorize } from "./vapid-key.ts";

/** Seconds for which the push service keeps a message for a device that is off. */
const KEPT_SECONDS = 86_400;
/** Of a topic, in characters of base64url; see https://www.rfc-editor.org/rfc/rfc8030#section-5.4 */
const TOPIC = 32;

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
        topic: createHash("sha256").update(payload.notification.tag).digest("base64url").slice(0, TOPIC),
      },
    },
    signal,
    // Without the endpoint, which some services repeat: whoever knows it knows half of what is needed to push.
    (said) => oneLine(said.replaceAll(/https?:\/\/\S+/g, "…")),
  );
}
