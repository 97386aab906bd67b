import { sql } from "kysely";
import type { People } from "./people-tables.ts";
import { hashSecret, LINK_PATTERN, makeSecret } from "./secret-token.ts";

export const LINK_SECONDS = 15 * 60;
/** Longer, because the invited person does not expect the link. */
export const INVITATION_SECONDS = 24 * 3600;

/** Returns the raw token, which is not stored. The link works once and expires by the database's clock. */
export async function createSignInLink(people: People, userId: string, lifetimeSeconds = LINK_SECONDS): Promise<string> {
  const token = makeSecret();
  await people
    .insertInto("signInLink")
    .values({
      tokenHash: hashSecret(token),
      userId,
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute();
  return token;
}

/** Marks the link as used and returns its user id, or null. Of concurrent requests, the `where` lets one succeed. */
export async function consumeSignInLink(people: People, token: string): Promise<string | null> {
  if (!LINK_PATTERN.test(token)) return null;
  const used = await people
    .updateTable("signInLink")
    .set({ usedAt: sql<Date>`now()` })
    .where("tokenHash", "=", hashSecret(token))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning("userId")
    .executeTakeFirst();
  return used?.userId ?? null;
}

/** The token is in the URL fragment, which browsers never send: server logs, proxies and link previews do not see it. */
export const signInUrl = (baseUrl: string, token: string): string => new URL(`/sign-in#token=${token}`, baseUrl).href;
