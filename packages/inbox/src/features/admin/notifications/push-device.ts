import { strings } from "../../../strings/notifications.tsx";
import { nameBrowser } from "../../../ui/name-browser.ts";

/** Why this browser cannot be told by pushes, in words for its owner; undefined if it can. */
export function pushFault(): string | undefined {
  const words = strings.push;
  if (!window.isSecureContext) return words.onlySecure;
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isAppleMobile() ? words.onlyFromHomeScreen : words.unsupported;
  return Notification.permission === "denied" ? words.blocked : undefined;
}

/** An iPad says that it is a Mac, which has no touch screen. */
const userAgent = (): string =>
  navigator.maxTouchPoints > 1 ? navigator.userAgent.replace(/Macintosh/, "iPad") : navigator.userAgent;

const isAppleMobile = (): boolean => /iPhone|iPad/.test(userAgent());

/** Each channel has a key of its own, and a registration of a service worker takes one subscription. */
const scopeOf = (channelId: string): string => `/push/${encodeURIComponent(channelId)}/`;

async function findSubscription(channelId: string): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scopeOf(channelId));
  // Without one, the registration of a wider scope would be returned.
  if (!registration?.scope.endsWith(scopeOf(channelId))) return null;
  return registration.pushManager.getSubscription();
}

/** Id of this browser in the list of a person's devices at a channel; null if it has not subscribed. */
export async function findThisDevice(channelId: string): Promise<string | null> {
  if (pushFault() !== undefined) return null;
  const subscription = await findSubscription(channelId);
  return subscription && idOf(subscription.endpoint);
}

/** Id of the device with this subscription, computed as the server does. */
async function idOf(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return `dev_${[...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Asks the person to allow notifications and subscribes this browser to the channel. Returns the subscription, which the server
 * needs to push. Throws an `Error` whose message is for the person.
 */
export async function subscribe(channelId: string, publicKey: string): Promise<PushSubscriptionJSON> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(strings.push.notAllowed);
  const registration = await navigator.serviceWorker.register("/push-worker.js", { scope: scopeOf(channelId) });
  await untilActive(registration);
  try {
    const known = await registration.pushManager.getSubscription();
    if (known && keyOf(known) === publicKey) return known.toJSON();
    // `subscribe` fails while there is a subscription with a former key of the channel.
    await known?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return (await registration.pushManager.subscribe(options)).toJSON();
  } catch (error) {
    throw new Error(strings.push.failed(String(error)), { cause: error });
  }
}

/** The key of a subscription, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    });
  });
}

export async function unsubscribe(channelId: string): Promise<void> {
  await (await findSubscription(channelId))?.unsubscribe();
}

/** Such as `Chrome on Android`, by which a person tells their devices apart. */
export const nameThisDevice = (): string => nameBrowser(userAgent());
