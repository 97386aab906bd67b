import { EXPOSURES, type Exposure } from "@countersign/protocol";
import { z } from "zod";
import type { ChannelPolicy } from "../../ports/channel.ts";

/** Settings that say what a channel may show of an action. */
export const exposureSettings = (byDefault: Exposure) => ({
  shows: z
    .enum(EXPOSURES)
    .default(byDefault)
    .meta({ title: "Content of messages" })
    .describe(
      "`link`: the address of the action's page; `summary`: also tool, risk and agent; `fields`: also the arguments named below; `everything`: all arguments. Secrets of connections are always masked",
    ),
  fields: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(200),
        names: z.array(z.string().min(1).max(200)).min(1).max(50),
      }),
    )
    .max(200)
    .default([])
    .meta({ title: "Arguments shown" })
    .describe(
      'With `fields`: for each tool, the names of the arguments that are shown, e.g. `[{"tool": "pay", "names": ["amount"]}]`',
    ),
});

/** Settings of a channel that is a room, in which anybody who may decide can look. */
export const roomSettings = {
  delayMinutes: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(0)
    .meta({ title: "Delay" })
    .describe("Minutes before a notification about a pending action is sent"),
  tools: z
    .array(z.string().min(1).max(200))
    .max(200)
    .default([])
    .meta({ title: "Only these tools" })
    .describe("Only send notifications about actions of these tools; empty for all"),
  routingRules: z
    .array(z.string().min(1).max(60))
    .max(100)
    .default([])
    .meta({ title: "Only these routing rules" })
    .describe("Only send notifications about actions to which one of these routing rules applies; empty for all"),
};

interface RoomSettings extends Pick<ChannelPolicy, "shows" | "fields" | "delayMinutes" | "tools" | "routingRules"> {
  decides?: ChannelPolicy["decides"];
}

/** The policy that these settings state. */
export const roomPolicy = ({
  shows,
  fields,
  delayMinutes,
  tools,
  routingRules,
  decides = [],
}: RoomSettings): ChannelPolicy => ({
  shows,
  fields,
  delayMinutes,
  tools,
  routingRules,
  decides,
  events: [],
});

/** Buttons in messages; each tool has its own limit, and none is above what a message may decide. */
export const decideSettings = {
  decides: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(200),
        maxRisk: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
      }),
    )
    .max(200)
    .default([])
    .meta({ title: "Decided in messages" })
    .describe(
      'Tools whose actions people can decide with buttons, each with its highest risk (at most 3), e.g. `[{"tool": "pay", "maxRisk": 2}]`. *Approve* is shown only if the message contains all arguments',
    ),
};

/** An address outside, or on this machine. */
export const serviceAddress = z
  .string()
  .max(2000)
  .regex(
    /^https:\/\/[^/?#@\s]+(\/|\?|$)|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i,
    "must begin with https:// (http:// only for this machine), without a user name",
  )
  .refine((text) => URL.canParse(text) && !text.includes("#"), "is not an address");
