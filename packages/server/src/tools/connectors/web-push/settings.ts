import { z } from "zod";
import { exposureSettings, roomSettings } from "../channel-settings.ts";
import { makePrivateKey, publicKeyOf } from "./vapid-key.ts";

export const webPushCredentials = z.strictObject({
  // Made once, when the channel is added: what is stored has a key.
  privateKey: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url")
    .refine(isPrivateKey, "is not a private key on P-256")
    .optional()
    .transform((key) => key ?? makePrivateKey())
    .meta({ title: "Private key" })
    .describe(
      "Leave empty when you add the channel; this server creates a key. After a change, all devices must be connected again",
    ),
});

/** Services of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const SERVICES = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com"];

export const webPushSettings = z.strictObject({
  contact: z
    .email()
    .max(200)
    .meta({ title: "Mail address of an administrator" })
    .describe("Contact address, sent with every push message, for the operators of push services"),
  ...roomSettings,
  ...exposureSettings("summary"),
  services: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/, "must be a host such as push.example.com, or *.example.com"),
    )
    .min(1)
    .max(50)
    .default(SERVICES)
    .meta({ title: "Push services" })
    .describe("Hosts to which push messages can be sent; default: those of common browsers"),
});

export type WebPushCredentials = z.output<typeof webPushCredentials>;
export type WebPushSettings = z.output<typeof webPushSettings>;

/** Why nothing is sent to this address, in words for the device's owner; undefined if it is allowed. */
export function allowsService({ services }: Pick<WebPushSettings, "services">, endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return "The browser did not provide an address.";
  const { protocol, host, hostname, username, password } = new URL(endpoint);
  const isHere = protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if ((protocol !== "https:" && !isHere) || username !== "" || password !== "")
    return "The address of the browser's push service does not begin with https://.";
  const isAllowed = services.some((one) => (one.startsWith("*.") ? host.endsWith(one.slice(1)) : host === one));
  return isAllowed
    ? undefined
    : `The channel cannot use the browser's push service, ${host}. An administrator can add it to the channel's settings.`;
}

function isPrivateKey(key: string): boolean {
  try {
    publicKeyOf(key);
    return true;
  } catch {
    return false;
  }
}
