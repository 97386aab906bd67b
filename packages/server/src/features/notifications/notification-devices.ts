import { createHash } from "node:crypto";
import type { ConnectDevice, OwnNotifications } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { ChannelDevices, Channels } from "../../ports/channel.ts";
import type { Database } from "../../store/database.ts";
import { dropDevice, listDevices, storeDevice } from "../../store/statements/push-devices.ts";
import { recordOwnChange } from "./record-own-change.ts";

/** Browsers on which people are told by pushes. Each is connected by its own page, which its owner opened. */
export interface NotificationDevices {
  connect(by: Principal, asked: ConnectDevice): Promise<Result<OwnNotifications>>;
  /** Pushes a test message to a device of the person. */
  test(by: Principal, id: string, signal: AbortSignal): Promise<Result<{ id: string }>>;
  disconnect(by: Principal, id: string): Promise<Result<OwnNotifications>>;
}

export interface NotificationDevicesDeps {
  database: Database;
  channels: Channels;
  publicUrl(): string;
  ownPreference(by: Principal): Promise<Result<OwnNotifications>>;
}

/** How many devices a person can connect to one channel. */
const MAX_DEVICES = 10;

export function createNotificationDevices(deps: NotificationDevicesDeps): NotificationDevices {
  const { database, ownPreference } = deps;
  const { kysely } = database;
  return {
    async connect(by, { channelId, publicKey, name, endpoint, keys }) {
      if (by.kind !== "user") return notAPerson();
      const opened = await openDevices(deps, by, channelId);
      if (!opened.ok) return opened;
      const channel = opened.value;
      if (publicKey !== channel.publicKey) return otherKey();
      const device = { id: idOf(endpoint), endpoint, ...keys };
      const refused = channel.refuse(device);
      if (refused !== undefined)
        return refuse("INVALID_INPUT", "This browser was not connected.", {
          errors: [{ path: "/endpoint", message: refused }],
        });
      const owner = { workspaceId: by.workspaceId, connectionId: channelId, userId: by.id };
      const limits = { keyVersion: channel.keyVersion, maxDevices: MAX_DEVICES };
      const stored = await kysely.transaction().execute(async (transaction) => {
        const outcome = await storeDevice(transaction, owner, { ...device, name }, limits);
        if (typeof outcome === "string") return outcome;
        const formerOwner = outcome.former === null ? {} : { formerOwner: outcome.former };
        await recordOwnChange(transaction, by, {
          deviceConnected: device.id,
          name,
          connectionId: channelId,
          ...formerOwner,
        });
        return "stored";
      });
      if (stored === "changed") return otherKey();
      return stored === "stored"
        ? ownPreference(by)
        : refuse("INVALID_STATE", `You have ${MAX_DEVICES} devices, which is the limit. Remove one first.`);
    },

    async test(by, id, signal) {
      if (by.kind !== "user") return notAPerson();
      const own = await listDevices(kysely, { workspaceId: by.workspaceId, userId: by.id });
      const device = own.find((one) => one.id === id);
      if (!device) return notConnected();
      const devices = await openDevices(deps, by, device.connectionId);
      if (!devices.ok) return devices;
      const sent = await devices.value.test(device, `${deps.publicUrl()}/notifications`, signal);
      return sent.outcome === "sent" ? ok({ id }) : refuse("INVALID_STATE", `No test was sent. ${sent.reason}`);
    },

    async disconnect(by, id) {
      if (by.kind !== "user") return notAPerson();
      const dropped = await kysely.transaction().execute(async (transaction) => {
        const device = await dropDevice(transaction, { workspaceId: by.workspaceId, userId: by.id }, id);
        if (device)
          await recordOwnChange(transaction, by, {
            deviceDisconnected: id,
            name: device.name,
            connectionId: device.connectionId,
          });
        return device;
      });
      return dropped ? ownPreference(by) : notConnected();
    },
  };
}

const notAPerson = () => refuse("FORBIDDEN", "Only people can connect devices.");
const otherKey = () => refuse("INVALID_STATE", "The channel's key has changed. Reload the page and connect this device again.");
const notConnected = () => refuse("NOT_FOUND", "You have no connected device with this id.");

/** Id of a device. The page computes it too, to find its own browser in the list. */
const idOf = (endpoint: string): string => `dev_${createHash("sha256").update(endpoint).digest("hex").slice(0, 32)}`;

/** Other channels and connections are no business of whoever is not an administrator. */
async function openDevices(
  { channels }: NotificationDevicesDeps,
  { workspaceId }: Principal,
  channelId: string,
): Promise<Result<ChannelDevices>> {
  const channel = await channels.open(workspaceId, channelId);
  if ("problem" in channel && !channel.isGone)
    return refuse("INVALID_STATE", "This channel has a problem. Administrators can see the cause in its settings.");
  if ("problem" in channel || !channel.devices) return refuse("NOT_FOUND", "There is no such channel for devices.");
  return ok(channel.devices);
}
