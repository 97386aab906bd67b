import { sql } from "kysely";
import type { People } from "./people-tables.ts";
import { hashSecret, LINK_PATTERN, makeSecret } from "./secret-token.ts";

export const LINK_SECONDS = 15 * 60;
/** An invitation is read by somebody who was not waiting for it. */
export const INVITATION_SECONDS = 24 * 3600;

/** Answers the raw token, which is stored nowhere; the link is good once, until the database's clock says it is over. */
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

/** Marks the link as used and answers whose it is; of two at once the guard in the `where` lets one through. */
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

/** The token is in the fragment, which a browser never sends: no server log, proxy or link preview sees it. */
export const signInUrl = (baseUrl: string, token: string): string => new URL(`/sign-in#token=${token}`, baseUrl).href;
