import { z } from "zod";
import { text } from "./json.ts";

/** Events of an action that a channel can be told of, by their kind in the audit log. */
export const NOTIFIED_EVENTS = [
  "action.proposed",
  "action.vote",
  "action.assigned",
  "action.time_limit_changed",
  "action.rebased",
  "action.approved",
  "action.rejected",
  "action.refined",
  "action.cancelled",
  "action.withdrawn",
  "action.expired",
  "action.reminded",
  "action.escalated",
  "action.executed",
  "action.failed",
  "action.outcome_unknown",
  "action.retried",
  "action.settled",
] as const;
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number];

/**
 * Reason for a notification to a person or a room. `asked`, `assigned`, `reminded`, `escalated` request a decision; `decided`,
 * `failed` report an outcome; `mentioned`, `replied` tell a person of a comment that is for them; `glass_broken` says that somebody approved alone, in an emergency; `updated` changes the messages that requested a decision, so that they show the action as it is now.
 * `daily_summary` lists, once a day, what waits for the person; it is about no event and no single action.
 */
export const NOTICE_KINDS = [
  "asked",
  "assigned",
  "reminded",
  "escalated",
  "decided",
  "failed",
  "mentioned",
  "replied",
  "glass_broken",
  "updated",
  "daily_summary",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The reasons that request a decision. */
export const ASKING_KINDS = ["asked", "assigned", "reminded", "escalated"] as const satisfies readonly NoticeKind[];
const ASKING: ReadonlySet<string> = new Set(ASKING_KINDS);
export const isAskingKind = (kind: string): boolean => ASKING.has(kind);

/** Whether the reason is a comment, which neither requests a decision nor reports one. */
export const isCommentKind = (kind: string): boolean => kind === "mentioned" || kind === "replied";

/**
 * How much of an action leaves the house. `link`: ids and the address of its page; `summary`: also tool, risk and agent;
 * `fields`: also the arguments that are named for its tool; `everything`: all arguments, with secrets masked.
 */
export const EXPOSURES = ["link", "summary", "fields", "everything"] as const;
export type Exposure = (typeof EXPOSURES)[number];

/** Where a channel tells people: at their mail address, or at an account of its service or on devices that each of them connected. */
export const CHANNEL_REACHES = ["address", "account", "devices"] as const;
export type ChannelReach = (typeof CHANNEL_REACHES)[number];

/** `suppressed`: there was no reason to send it any more. `dead`: it cannot be delivered, or was tried too often. */
export const NOTIFICATION_STATES = ["planned", "sending", "sent", "suppressed", "dead"] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** One row of the delivery log. */
export const notificationSchema = z.object({
  id: z.string(),
  channel: z.string().describe("Name of the connection that sends it, as it was called then"),
  connectionId: z.string(),
  kind: z
    .string()
    .describe(
      "`asked`, `assigned`, `reminded`, `escalated`, `decided`, `failed`, `mentioned`, `replied`, `glass_broken`, `updated`, `daily_summary`; of a webhook, the event",
    ),
  actionId: z.string().nullable(),
  recipient: z.object({ userId: z.string(), name: z.string() }).nullable().describe("Null for a webhook or a room"),
  state: z.enum(NOTIFICATION_STATES),
  dueAt: z.string().describe("When it is sent, or tried again"),
  attempts: z.number().int(),
  reason: z.string().nullable().describe("Why it was not sent, or why the last attempt failed"),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

const minuteOfDay = z.number().int().min(0).max(1439);

/** How a channel tells one person what waits: of each action, once a day of all of them, or not at all. */
export const CHANNEL_MODES = ["each", "daily", "off"] as const;
export type ChannelMode = (typeof CHANNEL_MODES)[number];

const channelPreferenceSchema = z.object({
  channelId: text(100),
  mode: z
    .enum(CHANNEL_MODES)
    .describe("`each`: of each action that waits; `daily`: one summary a day of what waits, at `dailyAt`; `off`: nothing"),
  delayMinutes: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .nullable()
    .describe("With `each`: only after the action has waited that long; null: as the channel is set"),
});
export type ChannelPreference = z.infer<typeof channelPreferenceSchema>;

/** How one person wants to be told. */
export const notificationPreferenceSchema = z
  .object({
    channels: z
      .array(channelPreferenceSchema)
      .max(100)
      .describe("Each channel once; those that are left out tell of each action, with their own delay"),
    dailyAt: minuteOfDay.describe("When daily summaries are sent: minute of the day"),
    quiet: z
      .object({
        from: minuteOfDay.describe("Minute of the day"),
        until: minuteOfDay.describe("Minute of the day; before `from`, it is that of the next day"),
      })
      .nullable()
      .describe("Hours in which nothing is sent; it is sent when they end"),
    timeZone: text(100).nullable().describe("IANA name, such as Europe/Berlin; needed with quiet hours or a daily summary"),
  })
  .superRefine(({ channels, quiet, timeZone }, { addIssue }) => {
    if (new Set(channels.map(({ channelId }) => channelId)).size < channels.length)
      addIssue({ code: "custom", path: ["channels"], message: "must name each channel once" });
    if (timeZone === null && (quiet !== null || channels.some(({ mode }) => mode === "daily")))
      addIssue({ code: "custom", path: ["timeZone"], message: "is needed with quiet hours or a daily summary" });
  });
export type NotificationPreference = z.infer<typeof notificationPreferenceSchema>;

/** A browser that is told of actions by pushes. */
export const notifiedDeviceSchema = z.object({
  id: z.string().describe("`dev_` and the first 32 hexadecimal digits of the SHA-256 of the subscription's address"),
  name: z.string(),
  createdAt: z.string(),
});
export type NotifiedDevice = z.infer<typeof notifiedDeviceSchema>;

/** The caller's preference and the channels it is about. */
export const ownNotificationsSchema = z.object({
  preference: notificationPreferenceSchema,
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      delayMinutes: z.number().int(),
      reaches: z
        .enum(CHANNEL_REACHES)
        .describe(
          "`address`: mail goes to `address`; `account`, `devices`: only people are told who connected an account of the service, or a device",
        ),
      account: z.string().nullable().describe("Name of the account that the caller connected"),
      publicKey: z
        .string()
        .nullable()
        .describe(
          "With `devices`: the VAPID key with which a browser subscribes, base64url; null if the channel has a problem",
        ),
      devices: z.array(notifiedDeviceSchema).describe("Devices that the caller connected, oldest first"),
    }),
  ),
  address: z.string().describe("Where mail goes"),
});
export type OwnNotifications = z.infer<typeof ownNotificationsSchema>;

/** Names an account of a service, to which a code is sent. */
export const connectAccountSchema = z.object({
  account: text(320).describe("Mail address or id of the account at the service"),
});

/** The code that was sent to the account. */
export const confirmAccountSchema = z.object({
  code: text(20).describe("Eight digits; spaces are ignored"),
});

const base64url = (bytes: number) =>
  z
    .string()
    .length(Math.ceil((bytes * 4) / 3))
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url without padding");

/** Connects this browser to a channel that pushes: what `PushSubscription.toJSON()` returns, and a name. */
export const connectDeviceSchema = z.object({
  channelId: text(100),
  publicKey: text(100).describe("The channel's key with which the browser subscribed"),
  name: text(100).describe("By which the person tells their devices apart, such as Chrome on Android"),
  endpoint: text(1000).describe("Address at the browser's push service"),
  keys: z.object({
    p256dh: base64url(65).describe("The browser's public key, an uncompressed point on P-256"),
    auth: base64url(16),
  }),
});
export type ConnectDevice = z.infer<typeof connectDeviceSchema>;
