import { sql } from "kysely";
import { z } from "zod";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { hasPassword, insertPassword, passwordSchema, recordAccountChange, refuseFields } from "../account-setup.ts";
import { endSessions } from "../browser-sessions.ts";
import type { People } from "../people-tables.ts";
import type { SignOn } from "./create-sign-on.ts";

/** Minutes after a sign-in in which it suffices for choosing a password. */
const FRESH_MINUTES = 10;

const bodySchema = z.strictObject({ newPassword: passwordSchema });

/**
 * Gives a password to a person who signs in at a provider and has none, e.g. for the day on which it is down. Needs a sign-in of
 * the last minutes, so that an open session alone cannot become lasting access. Ends the person's other sessions.
 */
export async function setPassword(
  people: People,
  signOn: SignOn,
  { userId, sessionId }: { userId: string; sessionId: string },
  body: unknown,
  hashPassword: (password: string) => Promise<string>,
): Promise<Result<{ email: string }>> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return refuseFields("This password cannot be used.", parsed.error);
  if (!(await signOn.allowsPassword(userId)))
    return refuse("FORBIDDEN", "Only administrators can sign in with a password here, so you cannot set one.");
  const passwordHash = await hashPassword(parsed.data.newPassword);
  return people.transaction().execute(async (transaction) => {
    const person = await transaction
      .selectFrom("person")
      .select(["id", "name", "email"])
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (await hasPassword(transaction, userId))
      return refuse("INVALID_STATE", "You already have a password. Change it with the current one.");
    const fresh = await transaction
      .selectFrom("personSession")
      .select("id")
      .where("id", "=", sessionId)
      .where("createdAt", ">", sql<Date>`now() - make_interval(mins => ${FRESH_MINUTES})`)
      .executeTakeFirst();
    if (!fresh)
      return refuse(
        "FORBIDDEN",
        `Sign out and sign in again first: setting a password needs a sign-in of the last ${FRESH_MINUTES} minutes.`,
      );
    await insertPassword(transaction, userId, passwordHash);
    await endSessions(transaction, userId, { except: sessionId });
    await recordAccountChange(transaction, person, "member.password_changed");
    return ok({ email: person.email });
  });
}
