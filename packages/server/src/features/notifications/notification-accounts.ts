import { createHash, randomInt } from "node:crypto";
import type { OwnNotifications } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Channels, OpenedChannel } from "../../ports/channel.ts";
import type { Database } from "../../store/database.ts";
import { isUniqueViolation } from "../../store/unique-violation.ts";
import {
  beginAccount,
  dropAccount,
  endPause,
  forgetMessages,
  enterCode,
  storeCode,
  type AccountOwner,
} from "../../store/statements/notification-accounts.ts";
import { recordOwnChange } from "./record-own-change.ts";

/** Accounts of people at services that tell them. Each proves with a code that an account is theirs. */
export interface NotificationAccounts {
  /** Sends a code to the account that the person names. */
  connect(
    by: Principal,
    asked: { connectionId: string; account: string },
    signal: AbortSignal,
  ): Promise<Result<{ sentTo: string }>>;
  /** Connects the account to which the code was sent. */
  confirm(by: Principal, asked: { connectionId: string; code: string }): Promise<Result<OwnNotifications>>;
  disconnect(by: Principal, connectionId: string): Promise<Result<OwnNotifications>>;
}

export interface NotificationAccountsDeps {
  database: Database;
  channels: Channels;
  ownPreference(by: Principal): Promise<Result<OwnNotifications>>;
}

/** A code of eight digits can be entered five times within ten minutes, and another one is sent after a minute. */
const CODE = { digits: 8, validSeconds: 600, maxTries: 5, pauseSeconds: 60 } as const;

export function createNotificationAccounts(deps: NotificationAccountsDeps): NotificationAccounts {
  const { database, ownPreference } = deps;
  const { kysely } = database;
  return {
    async connect(by, { connectionId, account }, signal) {
      const owner = ownerOf(by, connectionId);
      if (!owner.ok) return owner;
      const channel = await openFor(deps, owner.value);
      if (!channel.ok) return channel;
      if (!(await beginAccount(kysely, owner.value, CODE.pauseSeconds)))
        return refuse("RATE_LIMITED", "A code was sent less than a minute ago. Wait a minute, then request another one.", {
          retryAfterSeconds: CODE.pauseSeconds,
        });
      const code = String(randomInt(10 ** CODE.digits)).padStart(CODE.digits, "0");
      const sent = await channel.value.sendPrivately(account.trim(), codeText(by, code), signal);
      if ("problem" in sent) {
        if (!sent.mayHaveArrived) await endPause(kysely, owner.value);
        return refuse("INVALID_INPUT", "No code was sent.", { errors: [{ path: "/account", message: sent.problem }] });
      }
      const { validSeconds } = CODE;
      await storeCode(kysely, owner.value, { ...sent, codeHash: hashOf(owner.value, code), validSeconds });
      return ok({ sentTo: sent.name });
    },

    async confirm(by, { connectionId, code }) {
      const owner = ownerOf(by, connectionId);
      if (!owner.ok) return owner;
      const stored = await storeConnected(deps, by, owner.value, code);
      return stored.ok ? ownPreference(by) : stored;
    },

    async disconnect(by, connectionId) {
      const owner = ownerOf(by, connectionId);
      if (!owner.ok) return owner;
      const dropped = await kysely.transaction().execute(async (transaction) => {
        const account = await dropAccount(transaction, owner.value);
        if (!account) return undefined;
        await forgetMessages(transaction, owner.value);
        await recordOwnChange(transaction, by, { disconnected: connectionId, ...account });
        return account;
      });
      return dropped === undefined ? refuse("NOT_FOUND", "No account is connected to this channel.") : ownPreference(by);
    },
  };
}

const WRONG_CODE =
  "This code is wrong or has expired. Enter the last code that was sent; it is valid for ten minutes and five attempts.";

function storeConnected({ database }: NotificationAccountsDeps, by: Principal, owner: AccountOwner, code: string) {
  const connecting = database.kysely.transaction().execute(async (transaction): Promise<Result<null>> => {
    const entered = await enterCode(transaction, owner, hashOf(owner, code.replaceAll(/\s/g, "")), CODE.maxTries);
    if (!entered?.fits)
      return refuse("INVALID_INPUT", "No account was connected.", { errors: [{ path: "/code", message: WRONG_CODE }] });
    const { accountId, accountName, formerId } = entered;
    if (accountId !== formerId) await forgetMessages(transaction, owner);
    await recordOwnChange(transaction, by, { connected: owner.connectionId, accountId, accountName });
    return ok(null);
  });
  return connecting.catch((error: unknown): Result<null> => {
    if (!isUniqueViolation(error)) throw error;
    return refuse("INVALID_STATE", "Another person has connected this account and must disconnect it first.");
  });
}

function ownerOf(by: Principal, connectionId: string): Result<AccountOwner> {
  if (by.kind !== "user") return refuse("FORBIDDEN", "Only people can connect an account.");
  return ok({ workspaceId: by.workspaceId, connectionId, userId: by.id });
}

/** Other channels and connections are no business of whoever is not an administrator. */
async function openFor({ channels }: NotificationAccountsDeps, owner: AccountOwner): Promise<Result<OpenedChannel>> {
  const channel = await channels.open(owner.workspaceId, owner.connectionId);
  if ("problem" in channel || channel.reaches !== "account")
    return refuse("NOT_FOUND", "There is no such channel for connecting an account.");
  return ok(channel);
}

const codeText = ({ name }: Principal, code: string): string =>
  `${name} wants to receive notifications about pending actions here. If this is you, enter this code in Countersign: ${code}. If not, ignore this message and do not share the code with anyone.`;

/** Bound to its owner, so that a code of one person is none of another. */
const hashOf = ({ workspaceId, connectionId, userId }: AccountOwner, code: string): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([workspaceId, connectionId, userId, code]))
    .digest();
