import type { ChannelReach, Exposure, Risk } from "@countersign/protocol";

/** One thing to tell, already reduced to what the channel may show. */
export interface Notice {
  /** Of a person or room, why they are told (`asked`, `decided`, …); of an endpoint, the event (`action.approved`, …). */
  kind: string;
  /** ISO 8601, when it happened. */
  at: string;
  actionId: string;
  /** Sequence number of the event in the workspace's audit log. */
  seq: number;
  /** Address of the action's page. Opening it decides nothing. */
  url: string;
  /** The status and the version that the event left the action in; for what is asked, its status now. */
  status: string;
  version: number | null;
  /** What happened in one sentence, without names of people where `tool` is withheld. */
  words: string;
  /** A question that somebody is asked to answer. */
  isQuestion?: boolean | undefined;
  /** Withheld below `summary`. */
  tool?: { name: string; title: string } | undefined;
  /** Name of the risk level, such as `High risk`. */
  risk?: string | undefined;
  agent?: string | undefined;
  /** Arguments that may be shown; values are JSON texts, cut if they are long. Only in a message about one action. */
  fields?: readonly { name: string; value: string }[] | undefined;
  /**
   * Values of buttons by which the receiver decides, in a message about one action; `approve` only where `fields` are all
   * arguments, uncut and unmasked.
   */
  buttons?: { approve: string | undefined; reject: string } | undefined;
}

/** A browser that subscribed to pushes; see https://www.rfc-editor.org/rfc/rfc8291. Whoever knows all of it can push to it. */
export interface PushDevice {
  /** `dev_` and the first 32 hexadecimal digits of the SHA-256 of `endpoint`. */
  id: string;
  /** Address at the browser's push service. */
  endpoint: string;
  /** The browser's public key, an uncompressed point on P-256; base64url. */
  p256dh: string;
  /** 16 bytes; base64url. */
  auth: string;
}

export interface ChannelMessage {
  /** Equal in every attempt; receivers recognise a repeated message by it. ASCII without dots. */
  key: string;
  /** First message about the same action to the same receiver; undefined for the first one, or for several actions. */
  thread: { key: string; /** The service's reference of it. */ ref: string | null } | undefined;
  workspace: { id: string; name: string };
  /** Null for an endpoint or a room. `account`: the person's id at the service; `devices`: those that they connected to this channel. */
  to: { name: string; email: string; account: string | null; devices: readonly PushDevice[] } | null;
  /** Oldest first; an endpoint gets one. */
  notices: readonly Notice[];
  /** Addresses of the inbox and of the person's notification settings. */
  links: { inbox: string; settings: string; /** Takes a POST without a cookie. */ unsubscribe?: string | undefined };
}

/** What a channel's messages may contain, and when they are sent; read from its settings. */
export interface ChannelPolicy {
  shows: Exposure;
  /** Arguments shown with `fields`, by tool. */
  fields: readonly { tool: string; names: readonly string[] }[];
  /** Channels to people and rooms: minutes for which an action must have waited. */
  delayMinutes: number;
  /** Channels to people and rooms: names of the tools whose actions are told; empty for all. */
  tools: readonly string[];
  /** Rooms: names of routing rules; actions to which one of them applies are told; empty for all. */
  routingRules: readonly string[];
  /** Endpoint channels: the events that are sent. */
  events: readonly string[];
  /** Tools on whose actions people may decide in a message, and up to which risk. */
  decides: readonly DecidableTool[];
}

export interface DecidableTool {
  tool: string;
  maxRisk: Risk;
}

/** A button of a message that somebody pressed, as the service reports it. */
export interface Press {
  /** Id at the service of the person. */
  account: string;
  value: string;
  /** The service's reference of the message. */
  ref: string;
}

/** Outcome of an attempt. `retry`: later, perhaps after the seconds that the receiver asked for; `dead`: it will never work. */
export type SendOutcome =
  | { outcome: "sent"; /** The service's reference of the message, with which it is changed afterwards. */ ref: string | null }
  | { outcome: "retry"; reason: string; inSeconds: number | undefined; mayHaveArrived: boolean }
  | { outcome: "dead"; reason: string };

/** What a channel tells whom, as far as its connector and settings say. */
export interface ChannelKind {
  /**
   * `endpoint` gets each event as a message of its own; each of `people` is told what they can decide on, several things at
   * once; a `room` is one receiver that is told what waits for anybody.
   */
  audience: "endpoint" | "people" | "room";
  /** Where people are told. A room and an endpoint have the reach `address`. */
  reaches: ChannelReach;
  /** Whether messages are changed after they were sent, to say how their actions ended. */
  updates: boolean;
  policy: ChannelPolicy;
}

/** A workspace's connection that carries notifications, opened for one pass. Contains secrets: must not be logged or stored. */
export interface OpenedChannel extends ChannelKind {
  /** Masks the credentials of all the workspace's connections in a text. */
  mask(text: string): string;
  send(message: ChannelMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** Replaces the content of a message that was sent. Call it only if `updates` is true. */
  update(ref: string, message: ChannelMessage, signal: AbortSignal): Promise<SendOutcome>;
  /**
   * Finds the account of the service that a person names, such as by its mail address, and sends a text to it privately. Only if
   * `reaches` is `account`. `problem`: why that cannot be, in words for the person.
   */
  sendPrivately(
    named: string,
    text: string,
    signal: AbortSignal,
  ): Promise<ChannelAccount | { problem: string; mayHaveArrived: boolean }>;
  /** Reads what the service posted to this server. Undefined if the service did not sign it; null if it is no press of a button. */
  readPress(request: { headers: Headers; body: string }): Press | null | undefined;
  /** Receives presses over a connection that this server opens; undefined if the channel has none. */
  listen(on: {
    press(press: Press): void;
    /** Presses are not received any more, and why; called once, until they are received again. */
    problem(reason: string): void;
  }): PressListener | undefined;
  /** Of a channel that reaches devices. */
  devices: ChannelDevices | undefined;
  /** Shows a text to nobody but the person who pressed a button. */
  answer(press: Press, text: string, signal: AbortSignal): Promise<SendOutcome>;
}

/** How browsers subscribe to a channel that pushes to them. */
export interface ChannelDevices {
  /** Public key of the channel (VAPID, RFC 8292), with which a browser subscribes: an uncompressed point on P-256, base64url. */
  publicKey: string;
  /** Counts the credentials of the channel, of which this key is one. */
  keyVersion: number;
  /** Why nothing can be pushed to a subscription, in words for its owner; undefined if it can. */
  refuse(device: Omit<PushDevice, "id">): string | undefined;
  /** Pushes a test message to one device; a tap on it opens the link. Forgets a device that takes no messages any more. */
  test(device: PushDevice, link: string, signal: AbortSignal): Promise<SendOutcome>;
}

/** A connection over which a service reports presses; opens itself again when it breaks. */
export interface PressListener {
  close(): Promise<void>;
}

/** Somebody's account at a service. */
export interface ChannelAccount {
  id: string;
  /** Display name. */
  name: string;
}

/** Connections that carry notifications. */
export interface Channels {
  /** Names of the connectors that do. */
  connectors: readonly string[];
  /** What a channel of this connector tells whom, with these settings as stored; undefined if the settings cannot be used. */
  kindOf(connector: string, settings: string): ChannelKind | undefined;
  /** `problem`: why the connection cannot be used, in words for an administrator. `isGone`: it was removed or disabled. */
  open(workspaceId: string, connectionId: string): Promise<OpenedChannel | { problem: string; isGone: boolean }>;
}
