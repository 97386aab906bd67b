import { text } from "@countersign/protocol";
import { sql } from "kysely";
import { z } from "zod";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { refuseImitation } from "../store/statements/refuse-imitation.ts";
import { isUniqueViolation } from "../store/unique-violation.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { makeId } from "./secret-token.ts";
import { consumeLinksOf } from "./sign-in-link.ts";

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/** E-mail address of the first administrator until they enter their own; nothing is sent to it. */
export const PLACEHOLDER_EMAIL = "admin@countersign.local";

/** `provider_id` of an account with a password; that of all others is an issuer. */
const PASSWORD_PROVIDER = "credential";

export const emailSchema = z.email("is not an e-mail address").max(320).toLowerCase();
export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `needs at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `has more than ${MAX_PASSWORD_LENGTH} characters`);

const accountSetupSchema = z.object({
  name: text(200).trim().min(1, "is required"),
  email: emailSchema,
  password: passwordSchema,
});

export const refuseFields = (detail: string, { issues }: z.core.$ZodError) =>
  refuse("INVALID_INPUT", detail, {
    errors: issues.map(({ path, message }) => ({ path: `/${path.join("/")}`, message })),
  });

/** Sets name and password of a person who came by a sign-in link. Refused if the person can sign in already. */
export async function setUpAccount(
  people: People,
  userId: string,
  body: unknown,
  hashPassword: (password: string) => Promise<string>,
): Promise<Result<{ email: string }>> {
  const parsed = accountSetupSchema.safeParse(body);
  if (!parsed.success) return refuseFields("Name, e-mail or password cannot be used.", parsed.error);
  const { name, email, password } = parsed.data;
  const passwordHash = await hashPassword(password);
  try {
    return await people
      .transaction()
      .execute((transaction) => writeAccount(transaction, { userId, name, email, passwordHash }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return badEmail("belongs to somebody else on this server");
  }
}

const badEmail = (message: string) =>
  refuse("INVALID_INPUT", "This e-mail address cannot be used.", { errors: [{ path: "/email", message }] });

async function writeAccount(
  transaction: People,
  account: { userId: string; name: string; email: string; passwordHash: string },
): Promise<Result<{ email: string }>> {
  const { userId, name, email, passwordHash } = account;
  const person = await transaction
    .selectFrom("person")
    .select(["name", "email"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (await canSignIn(transaction, userId)) {
    return refuse("INVALID_STATE", "This account is set up already. Change your password on the page of your account.");
  }
  // Invited people keep the address that an administrator entered, because others identify deciders by it.
  if (person.email !== PLACEHOLDER_EMAIL && person.email !== email) return badEmail(`must stay ${person.email}`);
  const workspaces = await transaction.selectFrom("member").select("workspaceId").where("userId", "=", userId).execute();
  for (const { workspaceId } of workspaces) {
    const named = { kind: "person", name, self: userId } as const;
    const imitates = await refuseImitation(withoutPeople(transaction), workspaceId, named);
    if (imitates) return { ok: false, refusal: imitates };
  }
  const now = sql<Date>`now()`;
  await transaction.updateTable("person").set({ name, email, updatedAt: now }).where("id", "=", userId).execute();
  await insertPassword(transaction, userId, passwordHash);
  await consumeLinksOf(transaction, userId);
  await recordAccountChange(transaction, { id: userId, name }, "member.account_set_up");
  return ok({ email });
}

/** Gives a person a password who has none. */
export const insertPassword = (transaction: People, userId: string, password: string) =>
  transaction
    .insertInto("personAccount")
    .values({
      id: makeId("acc"),
      accountId: userId,
      providerId: PASSWORD_PROVIDER,
      userId,
      password,
      updatedAt: sql<Date>`now()`,
    })
    .execute();

/** Appends a change of a person's own account to the log of every workspace they belong to; last in the transaction. */
export async function recordAccountChange(
  transaction: People,
  { id, name }: { id: string; name: string },
  kind: "member.account_linked" | "member.account_set_up" | "member.password_changed" | "member.password_reset",
  told: { provider?: string } = {},
): Promise<void> {
  const memberships = await transaction
    .selectFrom("member")
    .select("workspaceId")
    .where("userId", "=", id)
    .orderBy("workspaceId")
    .execute();
  const actor = { kind: "user", id, name } as const;
  const data = { userId: id, ...told };
  for (const { workspaceId } of memberships) await recordChange(transaction, { workspaceId, kind, actor, data, settings: [] });
}

export async function hasPassword(people: People, userId: string): Promise<boolean> {
  return (await findSignInWays(people, userId)).hasPassword;
}

/** Whether the person can sign in by themselves, with a password or at a provider. A link to such an account gives it away. */
export async function canSignIn(people: People, userId: string): Promise<boolean> {
  const { hasPassword: has, issuers } = await findSignInWays(people, userId);
  return has || issuers.length > 0;
}

/** How a person can sign in: with a password, and at the OpenID providers of these issuers. */
export async function findSignInWays(people: People, userId: string): Promise<{ hasPassword: boolean; issuers: string[] }> {
  const accounts = await people
    .selectFrom("personAccount")
    .select(["providerId", sql<boolean>`password is not null`.as("hasPassword")])
    .where("userId", "=", userId)
    .execute();
  return {
    hasPassword: accounts.some((account) => account.hasPassword),
    issuers: accounts.flatMap(({ providerId }) => (providerId === PASSWORD_PROVIDER ? [] : [providerId])),
  };
}
