import { createHash, createHmac } from "node:crypto";
import { sql } from "kysely";
import type { People } from "../people-tables.ts";
import { hashSecret, makeSecret } from "../secret-token.ts";

/** Seconds. A code is exchanged at once; a refresh token ends if it is not used for a month. */
export const CODE_SECONDS = 60;
export const ACCESS_SECONDS = 3600;
export const REFRESH_SECONDS = 30 * 24 * 3600;
/** Seconds after which the person has to sign in again, whatever is refreshed. */
export const GRANT_SECONDS = 90 * 24 * 3600;
/** Seconds in which a refresh token that was exchanged gets the same answer again, since an answer can be lost. */
export const OVERLAP_SECONDS = 30;

export const ACCESS_PREFIX = "cso_";
const REFRESH_PREFIX = "csr_";
/** The only scope: the rights are the agent's, and are read with each request. */
export const SCOPE = "agent";

export interface Tokens {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** An error of the token endpoint (RFC 6749 5.2). */
export interface TokenError {
  error: "invalid_request" | "invalid_grant" | "invalid_target" | "unsupported_grant_type";
  error_description: string;
}
interface NoTokens {
  ok: false;
  error: TokenError;
  /** A second use ended the sign-in. */
  revoked?: true;
}
export type TokenAnswer = { ok: true; tokens: Tokens } | NoTokens;

const fail = (error: TokenError["error"], error_description: string): NoTokens => ({
  ok: false,
  error: { error, error_description },
});
const badGrant = (why: string): NoTokens => fail("invalid_grant", `${why} Connect again.`);
const usedTwice = (why: string): NoTokens => ({ ...badGrant(why), revoked: true });

export interface TokenDeps {
  people: People;
  /** Derives the successor of a refresh token. */
  secret: string;
}

interface Exchange {
  clientId: string;
  /** Path of the endpoint that the client asks for; undefined if it names none. */
  endpoint: string | undefined;
}

/** A grant that still gives rights: not revoked, its agent's key neither, and its person a member. */
const grants = (people: People) =>
  people
    .selectFrom("oauthGrant as grant")
    .innerJoin("apiKey as agent", (join) =>
      join.onRef("agent.workspaceId", "=", "grant.workspaceId").onRef("agent.id", "=", "grant.agentId"),
    )
    .innerJoin("member", (join) =>
      join.onRef("member.workspaceId", "=", "agent.workspaceId").onRef("member.userId", "=", "agent.actsFor"),
    )
    .where("grant.revokedAt", "is", null)
    .where("grant.endsAt", ">", sql<Date>`now()`)
    .where("agent.revokedAt", "is", null);

/** Exchanges a code for tokens, once. A code that comes twice was stolen, so what it gave is revoked. */
export function exchangeCode(
  { people, secret }: TokenDeps,
  { code, verifier, redirectUri, clientId, endpoint }: Exchange & { code: string; verifier: string; redirectUri: string },
): Promise<TokenAnswer> {
  return people.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom("oauthCode")
      .innerJoin("oauthGrant", "oauthGrant.id", "oauthCode.grantId")
      .select(["oauthCode.grantId", "oauthCode.redirectUri", "oauthCode.codeChallenge", "oauthCode.usedAt"])
      .select(["oauthGrant.clientId", "oauthGrant.endpoint"])
      .select(sql<boolean>`oauth_code.expires_at > now()`.as("isOpen"))
      .where("oauthCode.hash", "=", hashSecret(code))
      .forUpdate()
      .executeTakeFirst();
    if (row?.clientId !== clientId || row.redirectUri !== redirectUri) return badGrant("The code is not valid.");
    if (createHash("sha256").update(verifier).digest("base64url") !== row.codeChallenge)
      return badGrant("code_verifier does not match the code.");
    if (row.usedAt !== null) {
      await revokeGrant(transaction, row.grantId);
      return usedTwice("The code was used before, so its tokens are revoked.");
    }
    if (!row.isOpen) return badGrant("The code has expired.");
    if (endpoint !== undefined && endpoint !== row.endpoint) return fail("invalid_target", "resource is not the one allowed.");
    if (!(await isLive(transaction, row.grantId))) return badGrant("The agent was disconnected.");
    await transaction
      .updateTable("oauthCode")
      .set({ usedAt: sql<Date>`now()` })
      .where("hash", "=", hashSecret(code))
      .execute();
    return issue(transaction, secret, row.grantId, makeSecret(REFRESH_PREFIX));
  });
}

/** Exchanges a refresh token for its successors. One that comes again later than a lost answer explains revokes its grant. */
export function refreshTokens(
  { people, secret }: TokenDeps,
  { token, clientId, endpoint }: Exchange & { token: string },
): Promise<TokenAnswer> {
  return people.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom("oauthToken")
      .innerJoin("oauthGrant", "oauthGrant.id", "oauthToken.grantId")
      .select(["oauthToken.grantId", "oauthToken.replacedAt", "oauthGrant.clientId", "oauthGrant.endpoint"])
      .select(sql<boolean>`oauth_token.expires_at > now()`.as("isOpen"))
      .select(sql<boolean>`oauth_token.replaced_at > now() - make_interval(secs => ${OVERLAP_SECONDS})`.as("isJustReplaced"))
      .where("oauthToken.hash", "=", hashSecret(token))
      .where("oauthToken.kind", "=", "refresh")
      .forUpdate()
      .executeTakeFirst();
    if (row?.clientId !== clientId || !row.isOpen) return badGrant("The refresh token is not valid.");
    if (endpoint !== undefined && endpoint !== row.endpoint) return fail("invalid_target", "resource is not the one allowed.");
    if (!(await isLive(transaction, row.grantId))) return badGrant("The agent was disconnected.");
    if (row.replacedAt !== null) {
      const again = row.isJustReplaced ? await issuedBefore(transaction, secret, token) : undefined;
      if (again) return again;
      await revokeGrant(transaction, row.grantId);
      return usedTwice("The refresh token was used before, so all tokens of this sign-in are revoked.");
    }
    await transaction
      .updateTable("oauthToken")
      .set({ replacedAt: sql<Date>`now()` })
      .where("hash", "=", hashSecret(token))
      .execute();
    await transaction
      .deleteFrom("oauthToken")
      .where("grantId", "=", row.grantId)
      .where("expiresAt", "<=", sql<Date>`now()`)
      .execute();
    return issue(transaction, secret, row.grantId, derive(secret, REFRESH_PREFIX, token));
  });
}

const isLive = async (transaction: People, grantId: string): Promise<boolean> =>
  (await grants(transaction).select("grant.id").where("grant.id", "=", grantId).executeTakeFirst()) !== undefined;

/** Only hashes are stored, so the successors of a token follow from the token: a lost answer can be given again. */
const derive = (secret: string, prefix: string, token: string): string =>
  prefix + createHmac("sha256", secret).update(`${prefix} of ${token}`).digest("base64url");

async function issue(transaction: People, secret: string, grantId: string, refresh: string): Promise<TokenAnswer> {
  const access = derive(secret, ACCESS_PREFIX, refresh);
  const until = (seconds: number) =>
    sql<Date>`least(now() + make_interval(secs => ${seconds}), (select ends_at from oauth_grant where id = ${grantId}))`;
  await transaction
    .insertInto("oauthToken")
    .values([
      { hash: hashSecret(access), grantId, kind: "access", expiresAt: until(ACCESS_SECONDS) },
      { hash: hashSecret(refresh), grantId, kind: "refresh", expiresAt: until(REFRESH_SECONDS) },
    ])
    .execute();
  return given(access, refresh, ACCESS_SECONDS);
}

const given = (access: string, refresh: string, seconds: number): TokenAnswer => ({
  ok: true,
  tokens: { access_token: access, token_type: "Bearer", expires_in: seconds, refresh_token: refresh, scope: SCOPE },
});

/** What the token was exchanged for; undefined if that has ended or the server's secret has changed since. */
async function issuedBefore(transaction: People, secret: string, token: string): Promise<TokenAnswer | undefined> {
  const refresh = derive(secret, REFRESH_PREFIX, token);
  const access = derive(secret, ACCESS_PREFIX, refresh);
  const row = await transaction
    .selectFrom("oauthToken")
    .select(sql<number>`extract(epoch from expires_at - now())::int`.as("seconds"))
    .where("hash", "=", hashSecret(access))
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row && given(access, refresh, row.seconds);
}

export const revokeGrant = (people: People, grantId: string) =>
  people
    .updateTable("oauthGrant")
    .set({ revokedAt: sql<Date>`now()` })
    .where("id", "=", grantId)
    .where("revokedAt", "is", null)
    .execute();

/** Revokes the sign-in that a token belongs to (RFC 7009); possession of the token suffices. Other texts are ignored. */
export async function revokeByToken(people: People, token: string, clientId: string | undefined): Promise<void> {
  const row = await people
    .selectFrom("oauthToken")
    .innerJoin("oauthGrant", "oauthGrant.id", "oauthToken.grantId")
    .select(["oauthGrant.id", "oauthGrant.clientId"])
    .where("oauthToken.hash", "=", hashSecret(token))
    .executeTakeFirst();
  if (row && (clientId === undefined || clientId === row.clientId)) await revokeGrant(people, row.id);
}

/** The agent of a valid access token, and the endpoint that the token is for. */
export const findAccess = (people: People, token: string) =>
  grants(people)
    .innerJoin("oauthToken as token", "token.grantId", "grant.id")
    .select(["grant.workspaceId", "grant.agentId", "grant.endpoint"])
    .where("token.hash", "=", hashSecret(token))
    .where("token.kind", "=", "access")
    .where("token.expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
