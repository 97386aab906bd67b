import type { BrowserSession } from "@countersign/protocol";
import { sql } from "kysely";
import { z } from "zod";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { refuseFields } from "./account-setup.ts";
import type { People } from "./people-tables.ts";

/** Characters. Browser and system stand at the beginning of a user agent. */
const MAX_SHOWN_USER_AGENT = 300;

const endSchema = z.union([z.strictObject({ id: z.string() }), z.strictObject({ others: z.literal(true) })]);

/** The person's sessions that can still be used, newest first. None contains the token of its cookie. */
export async function listBrowserSessions(people: People, userId: string, currentId: string): Promise<BrowserSession[]> {
  const rows = await people
    .selectFrom("personSession")
    .select(["id", "userAgent", "ipAddress", "createdAt", "expiresAt"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id, userAgent, ipAddress, createdAt, expiresAt }) => ({
    id,
    userAgent: userAgent?.slice(0, MAX_SHOWN_USER_AGENT) || null,
    address: ipAddress || null,
    signedInAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === currentId,
  }));
}

/** Ends one session of the person, or all but the one in which they ask. Returns how many ended. */
export async function endOwnSessions(
  people: People,
  { userId, sessionId }: { userId: string; sessionId: string },
  body: unknown,
): Promise<Result<{ ended: number }>> {
  const parsed = endSchema.safeParse(body);
  if (!parsed.success) return refuseFields("Send the `id` of a session, or `others: true`.", parsed.error);
  if ("others" in parsed.data) return ok({ ended: await endSessions(people, userId, { except: sessionId }) });
  const { numDeletedRows } = await people
    .deleteFrom("personSession")
    .where("userId", "=", userId)
    .where("id", "=", parsed.data.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return refuse("NOT_FOUND", "This session has ended already, or is not yours.");
  return ok({ ended: 1 });
}

/** Ends all browser sessions of a person; with `except`, all but that one. Returns the number of ended sessions. */
export async function endSessions(people: People, userId: string, { except }: { except?: string } = {}): Promise<number> {
  const all = people.deleteFrom("personSession").where("userId", "=", userId);
  const { numDeletedRows } = await (except === undefined ? all : all.where("id", "<>", except)).executeTakeFirst();
  return Number(numDeletedRows);
}
