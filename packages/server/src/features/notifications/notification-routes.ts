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
    summary: "List what was sent, is to be sent or could not be sent",
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
    summary: "List who was told of an action, and by which channel",
    tag,
    who: "member",
    answers: { 200: { description: "The newest hundred", schema: z.object({ items: z.array(notificationSchema) }) } },
    run: async ({ principal, params }) => mapResult(await log.ofAction(principal, params.id), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/notifications/{id}/repeat",
    summary: "Send a notification again that could not be delivered",
    tag,
    who: "admin",
    answers: { 200: { description: "Its id", schema: z.object({ id: z.string() }) } },
    run: ({ principal, params }) => log.repeat(principal, params.id),
  }),
  route({
    method: "GET",
    path: "/api/notification-preference",
    summary: "Read how you are told of actions that wait for you",
    tag,
    who: "member",
    answers: { 200: { description: "Your preference, and the channels it is about", schema: ownNotificationsSchema } },
    run: ({ principal }) => log.ownPreference(principal),
  }),
  route({
    method: "PUT",
    path: "/api/notification-preference",
    summary: "Choose the channels, the waiting time and the quiet hours in which you are told",
    tag,
    who: "member",
    body: notificationPreferenceSchema,
    answers: { 200: { description: "As it is now", schema: ownNotificationsSchema } },
    run: ({ principal, body }) => log.setPreference(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/notification-accounts/{id}/code",
    summary: "Send a code to your account at a channel's service, to prove that it is yours",
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
    summary: "Connect your account at a channel's service by the code that was sent to it",
    tag,
    who: "member",
    needsSignIn: true,
    body: confirmAccountSchema,
    answers: { 200: { description: "Your notification settings, as they are now", schema: ownNotificationsSchema } },
    problems: ["INVALID_STATE"],
    run: ({ principal, params, body }) => accounts.confirm(principal, { connectionId: params.id, ...body }),
  }),
  route({
    method: "DELETE",
    path: "/api/notification-accounts/{id}",
    summary: "Disconnect your account at a channel's service",
    tag,
    who: "member",
    answers: { 200: { description: "Your notification settings, as they are now", schema: ownNotificationsSchema } },
    run: ({ principal, params }) => accounts.disconnect(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/notification-devices",
    summary: "Connect a browser to a channel that pushes, so that you are told on it",
    tag,
    who: "member",
    needsSignIn: true,
    body: connectDeviceSchema,
    answers: { 200: { description: "Your notification settings, as they are now", schema: ownNotificationsSchema } },
    problems: ["NOT_FOUND", "INVALID_STATE"],
    run: ({ principal, body }) => devices.connect(principal, body),
  }),
  route({
    method: "POST",
    path: "/api/notification-devices/{id}/test",
    summary: "Push a test message to a device of yours",
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
    summary: "Disconnect a device of yours",
    tag,
    who: "member",
    answers: { 200: { description: "Your notification settings, as they are now", schema: ownNotificationsSchema } },
    run: ({ principal, params }) => devices.disconnect(principal, params.id),
  }),
  route({
    method: "POST",
    path: "/api/notification-presses/{workspaceId}/{id}",
    summary: "Take from a channel's service, which signs it, that somebody pressed a button of a message",
    tag,
    who: "public",
    answers: { 200: { description: "It is judged; whoever pressed is told" } },
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
    summary: "Lead to the notification settings; scanners open every link of a mail, so this changes nothing",
    tag,
    who: "public",
    answers: { 303: { description: "To the page" } },
    run: async ({ settings }) =>
      new Response(null, { status: 303, headers: { Location: `${settings.publicUrl}/notifications` } }),
  }),
  route({
    method: "POST",
    path: "/api/notifications/unsubscribe/{token}",
    summary: "Turn one channel off for the person to whom the mail with this link was sent (RFC 8058)",
    tag,
    who: "public",
    answers: { 200: { description: "It is off", schema: z.object({ unsubscribed: z.boolean() }) } },
    problems: ["NOT_FOUND"],
    run: async ({ params, countFailure }) => {
      const receiver = readToken(params.token);
      if (!receiver || !(await log.unsubscribe(receiver))) {
        countFailure();
        return refuse("NOT_FOUND", "This link is of no mail that this server sent, or of a person who is no member any more.");
      }
      return { ok: true as const, value: { unsubscribed: true } };
    },
  }),
];
