import { sql, type ExpressionBuilder } from "kysely";
import type { Schema } from "../store/schema.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { hashSecret, LINK_PATTERN, makeSecret } from "./secret-token.ts";

const LINK_SECONDS = 15 * 60;
/** Longer, because the invited person does not expect the link. */
const INVITATION_SECONDS = 24 * 3600;

export const RESET_SECONDS = 3600;

/** `sign_in` opens a session; `reset` replaces a forgotten password and opens none. */
export type LinkPurpose = "sign_in" | "reset";

interface NewLink {
  lifetimeSeconds?: number;
  purpose?: LinkPurpose;
}

/** Returns the raw token, which is not stored. The link works once and expires by the database's clock. */
export async function createLink(
  people: People,
  userId: string,
  { lifetimeSeconds = LINK_SECONDS, purpose = "sign_in" }: NewLink = {},
): Promise<string> {
  const token = makeSecret();
  await people
    .insertInto("signInLink")
    .values({
      tokenHash: hashSecret(token),
      userId,
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
      purpose,
    })
    .execute();
  return token;
}

/** Whether a row is this link and can still be used. */
const isOpenLink = (token: string, purpose: LinkPurpose) => (row: ExpressionBuilder<Schema, "signInLink">) =>
  row.and([
    row("tokenHash", "=", hashSecret(token)),
    row("purpose", "=", purpose),
    row("usedAt", "is", null),
    row("expiresAt", ">", sql<Date>`now()`),
  ]);

/** The person to whose account the link leads, if it can be used now; another request may use it up right after. */
export async function findLinkOwner(people: People, token: string, purpose: LinkPurpose): Promise<string | null> {
  if (!LINK_PATTERN.test(token)) return null;
  const links = withoutPeople(people).selectFrom("signInLink").select("userId");
  return (await links.where(isOpenLink(token, purpose)).executeTakeFirst())?.userId ?? null;
}

/** Marks the link as used and returns its user id, or null. Of concurrent requests, the `where` lets one succeed. */
export async function consumeLink(people: People, token: string, purpose: LinkPurpose): Promise<string | null> {
  if (!LINK_PATTERN.test(token)) return null;
  const used = await withoutPeople(people)
    .updateTable("signInLink")
    .set({ usedAt: sql<Date>`now()` })
    .where(isOpenLink(token, purpose))
    .returning("userId")
    .executeTakeFirst();
  return used?.userId ?? null;
}

/** Marks all links of a person as used, e.g. because the password is another one. */
export async function consumeLinksOf(people: People, userId: string): Promise<void> {
  await people
    .updateTable("signInLink")
    .set({ usedAt: sql<Date>`now()` })
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .execute();
}

/** Makes a link that signs in somebody who has no password yet, in place of all earlier ones. */
export async function createInvitation(people: People, userId: string): Promise<string> {
  await consumeLinksOf(people, userId);
  return createLink(people, userId, { lifetimeSeconds: INVITATION_SECONDS });
}

/** The token is in the URL fragment, which browsers never send: server logs, proxies and link previews do not see it. */
export const signInUrl = (baseUrl: string, token: string): string => new URL(`/sign-in#token=${token}`, baseUrl).href;
/** Address of the form for a new password, for a link of the purpose `reset`; the token is in the fragment here, too. */
export const resetUrl = (baseUrl: string, token: string): string => new URL(`/sign-in#reset=${token}`, baseUrl).href;
