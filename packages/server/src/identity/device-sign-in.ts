import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../store/statements/row.ts";
import { insertKey } from "./keys.ts";
import type { People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { hashSecret, makeSecret } from "./secret-token.ts";

/** Seconds that a person has to answer. */
export const ANSWER_SECONDS = 600;
/** Minimum seconds between polls by the command line. */
export const POLL_SECONDS = 2;
/** A working day; the token is stored in a file of the person. */
export const TOKEN_SECONDS = 12 * 3600;
/** Maximum number of requests at a time. Flooding it only prevents command lines from signing in. */
const MAX_OPEN = 1000;
/** Consonants without similar letters, so that codes form no words and are not misread. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

export interface DeviceRequest {
  deviceName: string;
  clientAddress: string;
  createdAt: string;
  expiresAt: string;
}

export type DeviceAnswer =
  | { status: "pending" | "denied" | "expired" }
  | { status: "approved"; token: string; keyId: string; expiresAt: string; name: string };

const open = sql<boolean>`expires_at > now()`;

/** Starts a device sign-in (RFC 8628). Returns the device code once and stores its hash; null if too many are open. */
export async function beginDeviceSignIn(
  people: People,
  { deviceName, clientAddress }: { deviceName: string; clientAddress: string },
): Promise<{ deviceCode: string; userCode: string } | null> {
  await people
    .deleteFrom("deviceSignIn")
    .where(sql<boolean>`expires_at <= now()`)
    .execute();
  const { count } = await people
    .selectFrom("deviceSignIn")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OPEN) return null;
  const deviceCode = makeSecret();
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  const expiresAt = sql<Date>`now() + make_interval(secs => ${ANSWER_SECONDS})`;
  await people
    .insertInto("deviceSignIn")
    .values({ deviceCodeHash: hashSecret(deviceCode), userCode, deviceName, clientAddress, expiresAt })
    .execute();
  return { deviceCode, userCode };
}

/** Returns the request that a person must confirm; null if the code is unknown, answered or expired. */
export async function findDeviceSignIn(people: People, userCode: string): Promise<DeviceRequest | null> {
  const row = await people
    .selectFrom("deviceSignIn")
    .select(["deviceName", "clientAddress", "createdAt", "expiresAt"])
    .where("userCode", "=", userCode)
    .where("approved", "is", null)
    .where(open)
    .executeTakeFirst();
  if (!row) return null;
  const { deviceName, clientAddress, createdAt, expiresAt } = row;
  return { deviceName, clientAddress, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

/** Stores a person's answer, once. Returns false if the code is unknown, answered or expired, or the person is no member. */
export async function answerDeviceSignIn(
  people: People,
  answer: { userCode: string; userId: string; workspaceId: string; approve: boolean },
): Promise<boolean> {
  const { userCode, userId, workspaceId, approve } = answer;
  const taken = await people
    .updateTable("deviceSignIn")
    .set({ approved: approve, userId, workspaceId })
    .where("userCode", "=", userCode)
    .where("approved", "is", null)
    .where(open)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("member").select("userId").where("userId", "=", userId).where("workspaceId", "=", workspaceId)),
    )
    .returning("userCode")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Answers the command line's poll. The first poll after approval gets the newly created token, which is read-only. */
export async function takeDeviceToken(people: People, deviceCode: string): Promise<DeviceAnswer> {
  return people.transaction().execute(async (transaction) => {
    const found = transaction.selectFrom("deviceSignIn").select("approved");
    const known = await found.where("deviceCodeHash", "=", hashSecret(deviceCode)).where(open).executeTakeFirst();
    if (!known) return { status: "expired" };
    if (known.approved === null) return { status: "pending" };
    const taken = await transaction
      .deleteFrom("deviceSignIn")
      .where("deviceCodeHash", "=", hashSecret(deviceCode))
      .returning(["approved", "workspaceId", "userId", "deviceName"])
      .executeTakeFirst();
    if (!taken) return { status: "expired" };
    const { approved, workspaceId, userId, deviceName } = taken;
    if (approved !== true || workspaceId === null || userId === null) return { status: "denied" };
    const member = await transaction
      .selectFrom("member")
      .innerJoin("person", "person.id", "member.userId")
      .select(["member.role", "person.name"])
      .where("member.workspaceId", "=", workspaceId)
      .where("member.userId", "=", userId)
      .executeTakeFirst();
    if (!member) return { status: "denied" };
    const by: Actor = { kind: "user", id: userId, name: member.name };
    const { id, key } = await insertKey(transaction, by, {
      workspaceId,
      userId,
      kind: "user",
      role: member.role,
      groups: [],
      scope: "read",
      name: `Command line on ${deviceName}`,
      lifetimeSeconds: TOKEN_SECONDS,
    });
    const expiresAt = new Date(Date.now() + TOKEN_SECONDS * 1000).toISOString();
    return { status: "approved", token: key, keyId: id, expiresAt, name: member.name };
  });
}

/** Revokes a sign-in's token; possession of it suffices. Does nothing for other kinds of tokens or ended ones. */
export async function endDeviceSignIn(people: People, token: string): Promise<void> {
  await people.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable("apiKey")
      .set({ revokedAt: sql<Date>`now()` })
      .where("tokenHash", "=", hashSecret(token))
      .where("scope", "=", "read")
      .where("revokedAt", "is", null)
      .returning(["workspaceId", "id", "kind", "name", "userId"])
      .executeTakeFirst();
    if (ended?.userId === null || !ended) return;
    const { workspaceId, id, kind, name, userId } = ended;
    const person = await transaction.selectFrom("person").select("name").where("id", "=", userId).executeTakeFirstOrThrow();
    const actor: Actor = { kind: "user", id: userId, name: person.name };
    await recordChange(transaction, {
      workspaceId,
      kind: "key.revoked",
      actor,
      data: { keyId: id, kind, name },
      settings: [["api_key", id]],
    });
  });
}
