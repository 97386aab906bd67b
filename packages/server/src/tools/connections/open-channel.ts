import type { ChannelKind, Channels, OpenedChannel, SendOutcome } from "../../ports/channel.ts";
import { maskKnown } from "../../engine/secrets/known-secrets.ts";
import { appendAuditEvent } from "../../store/statements/audit-events.ts";
import { findConnection } from "../../store/statements/connections.ts";
import { dropDevice } from "../../store/statements/push-devices.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import type { Channel } from "../connectors/connector.ts";
import { faultOfError, type FaultKind, type ServiceFault } from "../connectors/service-fault.ts";
import { ConnectionProblem, openRow, type OpenDeps } from "./open-row.ts";

export function createChannels(deps: OpenDeps): Channels {
  const carriers = [...deps.connectors.values()].flatMap(({ channel, ...connector }) =>
    channel ? [{ ...connector, channel }] : [],
  );
  return {
    connectors: carriers.map(({ name }) => name),
    kindOf(connector, stored) {
      const { channel, settings } = carriers.find(({ name }) => name === connector) ?? {};
      const parsed = settings?.safeParse(JSON.parse(stored));
      return channel && parsed?.success ? kindOf(channel, parsed.data) : undefined;
    },
    async open(workspaceId, connectionId) {
      const row = await findConnection(deps.database.kysely, workspaceId, connectionId);
      if (!row?.enabled) return { problem: "The channel was disabled or removed.", isGone: true };
      const opened = await openRow(deps, row).catch(toProblem);
      if ("problem" in opened) return opened;
      const { open, mask } = opened;
      const { channel, title } = opened.connector;
      if (!channel) return { problem: `A connection to ${title} cannot send notifications.`, isGone: false };
      const onGone = (deviceId: string) => forgetDevice(deps.database, { workspaceId, connectionId }, deviceId);
      return {
        ...kindOf(channel, open.settings),
        mask: (text) => maskKnown(mask(text)),
        send: (message, signal) => attempt(title, mask, () => channel.send(open, message, signal, onGone)),
        devices: channel.devices && {
          publicKey: channel.devices.publicKey(open.credentials),
          keyVersion: row.credentialsVersion,
          refuse: (device) => channel.devices?.refuse(open.settings, device),
          async test(device, link, signal) {
            let isGone = false;
            const sent = await attempt(title, mask, async () => {
              try {
                await channel.devices?.test(open, device, link, signal);
              } catch (error) {
                isGone = faultOfError(error).kind === "not_found";
                throw error;
              }
              return device.id;
            });
            if (!isGone) return sent;
            await onGone(device.id);
            return { outcome: "dead", reason: "This device no longer receives messages. Connect it again." };
          },
        },
        async sendPrivately(account, text, signal) {
          try {
            return (await channel.sendPrivately?.(open, { account, text }, signal)) ?? { problem: "", mayHaveArrived: false };
          } catch (error) {
            const fault = faultOfError(error);
            const problem = fault.kind === "validation" ? mask(fault.message) : saidOf(title, mask, fault);
            return { problem, mayHaveArrived: fault.kind !== "validation" };
          }
        },
        readPress: (request) => channel.buttons?.readPress(open, request),
        listen: ({ press, problem }) =>
          channel.buttons?.listen(open, { press, fault: (fault) => problem(saidOf(title, mask, fault)) }),
        answer: (press, text, signal) =>
          attempt(title, mask, async () => {
            await channel.buttons?.answer(open, press, text, signal);
            return press.ref;
          }),
        update: (ref, message, signal) =>
          attempt(title, mask, async () => {
            await channel.update?.(open, ref, message, signal, onGone);
            return ref;
          }),
      } satisfies OpenedChannel;
    },
  };
}

/** Removes a device that takes no messages any more, and records it: its owner is told nothing on it from now on. */
const forgetDevice = (
  { kysely }: OpenDeps["database"],
  at: { workspaceId: string; connectionId: string },
  deviceId: string,
): Promise<void> =>
  kysely.transaction().execute(async (transaction) => {
    const dropped = await dropDevice(transaction, at, deviceId);
    if (!dropped) return;
    const { userId, name, connectionId } = dropped;
    await appendAuditEvent(transaction, {
      workspaceId: at.workspaceId,
      kind: "member.notifications_changed",
      by: SYSTEM,
      data: { userId, deviceGone: deviceId, name, connectionId },
    });
  });

function kindOf(channel: Channel, settings: unknown): ChannelKind {
  const audience = channel.audience(settings);
  return {
    audience,
    reaches: audience !== "people" ? "address" : channel.devices ? "devices" : channel.sendPrivately ? "account" : "address",
    updates: channel.update !== undefined,
    policy: channel.policy(settings),
  };
}

function toProblem(error: unknown): { problem: string; isGone: boolean } {
  if (error instanceof ConnectionProblem) return { problem: error.message, isGone: false };
  throw error;
}

async function attempt(
  title: string,
  mask: (text: string) => string,
  send: () => Promise<string | undefined>,
): Promise<SendOutcome> {
  try {
    return { outcome: "sent", ref: (await send()) ?? null };
  } catch (error) {
    const fault = faultOfError(error);
    const reason = saidOf(title, mask, fault);
    return isLasting(fault)
      ? { outcome: "dead", reason }
      : { outcome: "retry", reason, inSeconds: fault.retryAfterSeconds, mayHaveArrived: fault.mayHaveHappened };
  }
}

const MAX_DETAILS = 300;

function saidOf(title: string, mask: (text: string) => string, { kind, message }: ServiceFault): string {
  // Masked before it is cut: a part of a secret would not be recognised.
  const said = mask(message).slice(0, MAX_DETAILS);
  return `${title}: ${WORDS[kind]}${said === "" ? "" : ` Details: ${said}`}`;
}

/** Whether the receiver refused the message itself. Refused credentials are not: an administrator can replace them. */
const isLasting = ({ kind, canBeMended }: ServiceFault): boolean =>
  !canBeMended && (kind === "validation" || kind === "not_found" || kind === "stale");

const WORDS = {
  auth: "the receiver refused the channel's credentials. Replace them.",
  not_found: "the receiver has no such address. Check the channel's settings.",
  rate_limit: "the receiver is limiting messages.",
  validation: "the receiver rejected the message.",
  stale: "the receiver rejected the message.",
  network: "the receiver cannot be reached. Check the address and the network.",
  timeout: "the receiver did not answer in time.",
  server: "the receiver has an internal error.",
} as const satisfies Record<FaultKind, string>;
