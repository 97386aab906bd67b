import { createECDH, randomUUID } from "node:crypto";
import type { ChannelMessage, PushDevice } from "../../../ports/channel.ts";
import { roomPolicy } from "../channel-settings.ts";
import type { Connector, OnGone, OpenConnection } from "../connector.ts";
import { isWaiting } from "../message-words.ts";
import { faultOfError, ServiceFault } from "../service-fault.ts";
import { push } from "./push.ts";
import { isUrgent, renderPush, type PushPayload } from "./render-push.ts";
import {
  allowsService,
  webPushCredentials,
  webPushSettings,
  type WebPushCredentials,
  type WebPushSettings,
} from "./settings.ts";
import { publicKeyOf } from "./vapid-key.ts";

type Open = OpenConnection<WebPushCredentials, WebPushSettings>;

/** Tells people on devices whose browser subscribed, also while no page is open. */
export const webPushConnector: Connector<WebPushCredentials, WebPushSettings> = {
  name: "web-push",
  title: "Push to browsers and phones",
  credentials: webPushCredentials,
  settings: webPushSettings,
  tools: () => [],
  channel: {
    audience: () => "people",
    policy: roomPolicy,
    devices: {
      publicKey: ({ privateKey }) => publicKeyOf(privateKey),
      refuse: (settings, { endpoint, p256dh }) =>
        allowsService(settings, endpoint) ?? (isPoint(p256dh) ? undefined : "The browser's key is not a point on P-256."),
      test: (open, device, link, signal) => push(open, device, testOf(link), { isUrgent: true, signal }),
    },
    send: (open, message, signal, onGone) =>
      pushToAll(open, message, renderPush(message, false), { isUrgent: isUrgent(message), signal, onGone }),
    async update(open, _ref, message, signal, onGone) {
      // What still waits is on the device already.
      if (message.notices.every(isWaiting)) return;
      await pushToAll(open, message, renderPush(message, true), { isUrgent: false, signal, onGone });
    },
  },

  // Which services there are is known when devices are connected.
  test: async ({ settings }) => ({ ok: true, as: `a sender that names ${settings.contact}; nothing was sent` }),
};

const testOf = (link: string): PushPayload => ({
  web_push: 8030,
  notification: { title: "Countersign", body: "This is a test.", navigate: link, tag: "test", silent: false },
  id: randomUUID(),
});

/**
 * Pushes to each of the person's devices. Once one of them took it the person is told, and nothing is repeated: a repeat would
 * alert on that device again. Returns the reference under which it is changed. Throws the fault if none took it.
 */
async function pushToAll(
  open: Open,
  { to }: Pick<ChannelMessage, "to">,
  payload: PushPayload,
  { isUrgent, signal, onGone }: { isUrgent: boolean; signal: AbortSignal; onGone: OnGone | undefined },
): Promise<string | undefined> {
  const pushed = async (device: PushDevice): Promise<ServiceFault | undefined> => {
    try {
      await push(open, device, payload, { isUrgent, signal });
      return undefined;
    } catch (error) {
      const fault = faultOfError(error);
      if (fault.kind === "not_found") await onGone?.(device.id);
      return fault;
    }
  };
  const faults = await Promise.all((to?.devices ?? []).map(pushed));
  if (faults.includes(undefined)) return payload.notification.tag;
  const others = faults.filter((fault): fault is ServiceFault => fault !== undefined && fault.kind !== "not_found");
  throw others.find(({ kind }) => !LASTING.has(kind)) ?? others[0] ?? new ServiceFault("validation", NO_DEVICE);
}

const LASTING: ReadonlySet<ServiceFault["kind"]> = new Set(["validation", "stale"]);
const NO_DEVICE = "The person has no connected device. They can connect one under Settings, Your notifications.";

/** Whether this is an uncompressed point on P-256. */
function isPoint(key: string): boolean {
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
