import {
  confirmAccountSchema,
  connectAccountSchema,
  connectDeviceSchema,
  NOTIFICATION_STATES,
  notificationPreferenceSchema,
  notificationSchema,
  ownNotificationsSchema,
} from "@countersign/protocol";
import { z } from "zod";
import { refuse } from "../../core/refusal.ts";
import { mapResult } from "../../http/map-result.ts";
import { queryText, wholeNumber } from "../../http/query-types.ts";
import { route } from "../../http/route.ts";
import { bodyOf, decodeUtf8, readBytes } from "../../transport/read-body.ts";
import type { NotificationAccounts } from "./notification-accounts.ts";
import type { NotificationDevices } from "./notification-devices.ts";
import type { NotificationLog } from "./notification-log.ts";
import type { Presses } from "./presses.ts";
import type { UnsubscribedReceiver } from "./unsubscribe-token.ts";

const tag = "Notifications";
/** A press carries its whole message. */
const MAX_PRESS_BYTES = 262_144;
const STATES: readonly string[] = NOTIFICATION_STATES;

const states = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(NOTIFICATION_STATES)))
  .meta({ type: "string" })
  .describe(`Some of ${STATES.join(", ")}, separated by commas; default all`);

export interface NotificationPorts {
  log: NotificationLog;
  accounts: NotificationAccounts;
  devices: NotificationDevices;
  presses: Pick<Presses, "receive">;
  readToken: (token: string) => UnsubscribedReceiver | undefined;
}

export const notificationRoutes = ({ log, accounts, devices, presses, readToken }: NotificationPorts) => [
  route({
    method: "GET",
    path: "/api/notifications",
    summary: "List notifications: sent, planned and failed",
    tag,
    who: "admin",
    query: z.object({
      state: states.optional(),
      cursor: queryText.optional(),
      limit: wholeNumber(1, 100).optional().describe("Default 50"),
    }),
    answers: {
      200: {
        description: "One page, newest first",
        schema: z.object({ items: z.array(notificationSchema), nextCursor: z.string().nullable() }),
      },
    },
    run: ({ principal, query: { state, ...asked } }) =>
      log.list(principal, { ...asked, ...(state !== undefined && { states: state }) }),
  }),
  route({
    method: "GET",
    path: "/api/pending-actions/{id}/notifications",
    summary: "List the notifications about an action: recipients and channels",
    tag,
    who: "member",
    answers: { 200: { description: "The newest 100", schema: z.object({ items: z.array(notificationSchema) }) } },
    run: async ({ principal, params }) => mapResult(await log.ofAction(principal, params.id), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/notifications/{id}/repeat",
    summary: "Resend a notification that could not be delivered",
    tag,
    who: "admin",
    answers: { 200: { description: "The id", schema: z.object({ id: z.string() }) } },
    run: ({ principal, params }) => log.repeat(principal, params.id),
  }),
  route({
    method: "GET",
    path: "/api/notification-preference",
    summary: "Read your notification settings",
    tag,
    who: "member",
    answers: { 200: { description: "Your notification settings and the channels", schema: ownNotificationsSchema } },
    run: ({ principal }) => log.ownPreference(principal),
  }),
  route({
    method: "PUT",
    path: "/api/notification-preference",
    summary: "Change your notification settings: channels, delay and quiet hours",
    tag,
    who: "member",
    body: notificationPreferenceSchema,
    answers: { 200: { description: "The current state", schema: ownNotificationsSchema } },
    run: ({ principal, body }) => log.setPreference(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/notification-accounts/{id}/code",
    summary: "Send a code to your account at a channel's service to verify it",
    tag,
    who: "member",
    needsSignIn: true,
    body: connectAccountSchema,
    answers: { 200: { description: "The account's name", schema: z.object({ sentTo: z.string() }) } },
    problems: ["NOT_FOUND", "RATE_LIMITED"],
    run: ({ principal, params, body, signal }) => accounts.connect(principal, { connectionId: params.id, ...body }, signal),
  }),
  route({
    method: "PUT",
    path: "/api/notification-accounts/{id}",
    summary: "Connect your account at a channel's service with the code that was sent to the account",
    tag,
    who: "member",
    needsSignIn: true,
    body: confirmAccountSchema,
    answers: { 200: { description: "Your current notification settings", schema: ownNotificationsSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => accounts.confirm(principal, { connectionId: params.id, ...body }),
  }),
  route({
    method: "DELETE",
    path: "/api/notification-accounts/{id}",
    summary: "Disconnect your account at a channel's service",
    tag,
    who: "member",
    answers: { 200: { description: "Your current notification settings", schema: ownNotificationsSchema } },
    run: ({ principal, params }) => accounts.disconnect(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/notification-devices",
    summary: "Register a browser for push notifications of a channel",
    tag,
    who: "member",
    needsSignIn: true,
    body: connectDeviceSchema,
    answers: { 200: { description: "Your current notification settings", schema: ownNotificationsSchema } },
    problems: ["NOT_FOUND", "INVALID_STATE"],
    run: ({ principal, body }) => devices.connect(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/notification-devices/{id}/test",
    summary: "Send a test message to one of your devices",
    tag,
    who: "member",
    needsSignIn: true,
    answers: { 200: { description: "The push service accepted it", schema: z.object({ id: z.string() }) } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, signal }) => devices.test(principal, params.id, signal),
  }),
  route({
    method: "DELETE",
    path: "/api/notification-devices/{id}",
    summary: "Disconnect one of your devices",
    tag,
    who: "member",
    answers: { 200: { description: "Your current notification settings", schema: ownNotificationsSchema } },
    run: ({ principal, params }) => devices.disconnect(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/notification-presses/{workspaceId}/{id}",
    summary: "Receive the press of a message button from a channel's service, which signs the request",
    tag,
    who: "public",
    answers: { 200: { description: "The press is processed; the person who pressed is notified" } },
    problems: ["NOT_FOUND", "TOO_LARGE", "MALFORMED_JSON"],
    async run({ request, params, countFailure }) {
      const bytes = await readBytes(bodyOf(request), MAX_PRESS_BYTES);
      const body = bytes.ok ? decodeUtf8(bytes.value) : bytes;
      if (!body.ok) return body;
      const at = { workspaceId: params.workspaceId, connectionId: params.id };
      const received = await presses.receive(at, { headers: request.headers, body: body.value });
      if (received.ok) return new Response(null, { status: 200 });
      const tooMany = countFailure();
      return tooMany ? { ok: false, refusal: tooMany } : received;
    },
  }),
  route({
    method: "GET",
    path: "/api/notifications/unsubscribe/{token}",
    summary: "Redirect to the notification settings; changes nothing, because mail scanners open every link",
    tag,
    who: "public",
    answers: { 303: { description: "Redirect to the settings" } },
    run: async ({ settings }) =>
      new Response(null, { status: 303, headers: { Location: `${settings.publicUrl}/notifications` } }),
  }),
  route({
    method: "POST",
    path: "/api/notifications/unsubscribe/{token}",
    summary: "Turn off one channel for the recipient of the mail with this link (RFC 8058)",
    tag,
    who: "public",
    answers: { 200: { description: "The channel is turned off", schema: z.object({ unsubscribed: z.boolean() }) } },
    problems: ["NOT_FOUND"],
    run: async ({ params, countFailure }) => {
      const receiver = readToken(params.token);
      if (!receiver || !(await log.unsubscribe(receiver))) {
        countFailure();
        return refuse("NOT_FOUND", "This link is not valid: this server did not send it, or the person is no longer a member.");
      }
      return { ok: true as const, value: { unsubscribed: true } };
    },
  }),
];
