import { sql } from "kysely";
import { z } from "zod";
import { ok, refuse, type Result } from "../core/refusal.ts";
import {
  emailSchema,
  hasPassword,
  MAX_PASSWORD_LENGTH,
  passwordSchema,
  recordAccountChange,
  refuseFields,
} from "./account-setup.ts";
import { endSessions } from "./browser-sessions.ts";
import { confirmPassword } from "./confirm-password.ts";
import { passwordChangedMail, reasonOf, resetMail, type AccountMailDeps, type PasswordChangeWay } from "./account-mails.ts";
import type { People } from "./people-tables.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";
import { consumeLink, consumeLinksOf, createLink, findLinkOwner, RESET_SECONDS, resetUrl } from "./sign-in-link.ts";

/** Per person. More mails help nobody, and somebody else could fill a mailbox with them. */
const MAX_OPEN_LINKS = 3;

const askSchema = z.object({ email: emailSchema });
const changeSchema = z.object({ currentPassword: z.string().max(MAX_PASSWORD_LENGTH), newPassword: passwordSchema });
const resetSchema = z.object({ token: z.string(), password: passwordSchema });

const tooOld = () => refuse("UNAUTHENTICATED", "This link has already been used or has expired. Ask for a new one.");

/** Of better-auth. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(check: { hash: string; password: string }): Promise<boolean>;
}

interface PasswordDeps extends AccountMailDeps {
  attempts: SignInAttempts;
}

/** The browser in which a person changes something of their own account. */
export interface OwnSession {
  userId: string;
  sessionId: string;
  /** Network address; undefined if unknown. */
  address: string | undefined;
}

export interface Passwords {
  /**
   * Replaces the person's password by one that they choose, if they know the current one. Ends their sessions in other browsers
   * and every link to their account.
   */
  change(by: OwnSession, body: unknown, hashing: PasswordHashing): Promise<Result<{ email: string }>>;
  /**
   * Mails a link to the address if somebody signs in with it. Answers before it looks, so that neither the answer nor its time
   * tells whether somebody does.
   */
  ask(body: unknown): Result<{ asked: true }>;
  /** Sets the new password, and ends every browser session of the person and every other link to their account. */
  reset(body: unknown, hashPassword: (password: string) => Promise<string>): Promise<Result<{ email: string }>>;
  /** Waits for mails that are being sent. */
  settle(): Promise<void>;
}

export function createPasswords({ people, mail, baseUrl, log, attempts }: PasswordDeps): Passwords {
  const running = new Set<Promise<void>>();

  /** Runs without the caller waiting for it. */
  function runLater(work: () => Promise<void>): void {
    const run = work()
      .catch((error: unknown) => log(`a mail about a password could not be sent: ${reasonOf(error)}`))
      .finally(() => running.delete(run));
    running.add(run);
  }

  /** Tells the person by mail, so that they notice a change that they did not make. */
  const tellChanged = (email: string, how: PasswordChangeWay): void => {
    if (mail) runLater(() => mail.send(passwordChangedMail({ to: email, baseUrl, how })));
  };

  return {
    async change(by, body, hashing) {
      const parsed = changeSchema.safeParse(body);
      if (!parsed.success) return refuseFields("This password cannot be used.", parsed.error);
      const { currentPassword, newPassword } = parsed.data;
      const { userId, sessionId, address } = by;
      const given = { password: currentPassword, address, field: "currentPassword" };
      const confirmed = await confirmPassword({ people, attempts, verify: hashing.verify }, userId, given);
      if (!confirmed.ok) return confirmed;
      const passwordHash = await hashing.hash(newPassword);
      const change = { userId, sessionId, formerHash: confirmed.value.hash, passwordHash };
      const done = await people.transaction().execute((transaction) => writeOwnPassword(transaction, change));
      if (!done.ok) return done;
      // Once more: a sign-in with the former password may have ended while the transaction did.
      await endSessions(people, userId, { except: sessionId });
      tellChanged(done.value.email, "own");
      return done;
    },

    ask(body) {
      const parsed = askSchema.safeParse(body);
      if (!parsed.success) return refuseFields("This is not a valid e-mail address.", parsed.error);
      if (!mail) {
        const words = "This server cannot send mail. Ask the operator to create a link for you with `countersign reset-link`.";
        return refuse("INVALID_STATE", words);
      }
      const { email } = parsed.data;
      runLater(async () => {
        const made = await createResetLink(people, email, MAX_OPEN_LINKS);
        if (!made.ok) return;
        const { linkToken } = made.value;
        try {
          await mail.send(resetMail({ to: email, link: resetUrl(baseUrl, linkToken), baseUrl }));
        } catch (error) {
          // It would count as one of the open links.
          await consumeLink(people, linkToken, "reset");
          throw error;
        }
      });
      return ok({ asked: true });
    },

    async reset(body, hashPassword) {
      const parsed = resetSchema.safeParse(body);
      if (!parsed.success) return refuseFields("This password cannot be used.", parsed.error);
      const { token, password } = parsed.data;
      // Looked up first: hashing takes long, so it is done neither in the transaction nor for a link that does not exist.
      const userId = await findLinkOwner(people, token, "reset");
      if (userId === null) return tooOld();
      const change = { userId, token, passwordHash: await hashPassword(password) };
      const done = await people.transaction().execute((transaction) => writePassword(transaction, change));
      if (!done.ok) return done;
      // Once more: a sign-in with the former password may have ended while the transaction did.
      await endSessions(people, userId);
      tellChanged(done.value.email, "link");
      return done;
    },

    async settle() {
      await Promise.all(running);
    },
  };
}

/** Makes a link to choose a new password, for whoever signs in with this address. Refused if `mostOpen` of them are open already. */
export async function createResetLink(
  people: People,
  address: string,
  mostOpen = Infinity,
): Promise<Result<{ email: string; linkToken: string }>> {
  const email = address.trim().toLowerCase();
  return people.transaction().execute(async (transaction) => {
    // Locked, so that concurrent requests count each other's links.
    const person = await transaction
      .selectFrom("person")
      .select("id")
      .where("email", "=", email)
      .forUpdate()
      .executeTakeFirst();
    if (!person || !(await hasPassword(transaction, person.id)))
      return refuse("NOT_FOUND", `There is no account with the e-mail address ${email} and a password.`);
    const { open } = await transaction
      .selectFrom("signInLink")
      .select((row) => row.fn.countAll<number>().as("open"))
      .where("userId", "=", person.id)
      .where("purpose", "=", "reset")
      .where("usedAt", "is", null)
      .where("expiresAt", ">", sql<Date>`now()`)
      .executeTakeFirstOrThrow();
    if (Number(open) >= mostOpen) return refuse("RATE_LIMITED", "There are too many open links for this account.");
    const linkToken = await createLink(transaction, person.id, { lifetimeSeconds: RESET_SECONDS, purpose: "reset" });
    return ok({ email, linkToken });
  });
}

interface PasswordChange {
  userId: string;
  /** Of the link. */
  token: string;
  passwordHash: string;
}

async function writePassword(
  transaction: People,
  { userId, token, passwordHash }: PasswordChange,
): Promise<Result<{ email: string }>> {
  const person = await lockPerson(transaction, userId);
  if ((await consumeLink(transaction, token, "reset")) === null) return tooOld();
  await replacePassword(transaction, { userId, passwordHash });
  await endSessions(transaction, userId);
  await recordAccountChange(transaction, { id: userId, name: person.name }, "member.password_reset");
  return ok({ email: person.email });
}

async function writeOwnPassword(
  transaction: People,
  { userId, sessionId, formerHash, passwordHash }: Omit<OwnSession, "address"> & { formerHash: string; passwordHash: string },
): Promise<Result<{ email: string }>> {
  const person = await lockPerson(transaction, userId);
  if ((await readPassword(transaction, userId)) !== formerHash)
    return refuse("INVALID_STATE", "The password was changed in the meantime. Sign in again.");
  await replacePassword(transaction, { userId, passwordHash });
  await endSessions(transaction, userId, { except: sessionId });
  await recordAccountChange(transaction, { id: userId, name: person.name }, "member.password_changed");
  return ok({ email: person.email });
}

/** Locked as in `createResetLink`, so that of two changes one is made, and no link is made meanwhile. */
const lockPerson = (transaction: People, userId: string): Promise<{ name: string; email: string }> =>
  transaction.selectFrom("person").select(["name", "email"]).where("id", "=", userId).forUpdate().executeTakeFirstOrThrow();

/** Every other link to the account ends, because somebody else may have read its mail. */
async function replacePassword(
  transaction: People,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await transaction
    .updateTable("personAccount")
    .set({ password: passwordHash, updatedAt: sql<Date>`now()` })
    .where("userId", "=", userId)
    .where("password", "is not", null)
    .execute();
  await consumeLinksOf(transaction, userId);
}

/** Returns the hash; null if the person has no password. */
async function readPassword(people: People, userId: string): Promise<string | null> {
  const account = await people
    .selectFrom("personAccount")
    .select("password")
    .where("userId", "=", userId)
    .where("password", "is not", null)
    .executeTakeFirst();
  return account?.password ?? null;
}

/** Tells whether the password of an address was changed, for a sign-in that checked the former one. */
export async function watchPassword(people: People, address: string): Promise<() => Promise<boolean>> {
  const read = async () => {
    const account = await people
      .selectFrom("person")
      .innerJoin("personAccount", "personAccount.userId", "person.id")
      .select(["person.id", sql<string>`person_account.updated_at::text`.as("changedAt")])
      .where("person.email", "=", address)
      .where("personAccount.password", "is not", null)
      .executeTakeFirst();
    return account ?? { id: null, changedAt: null };
  };
  const before = await read();
  return async () => {
    const { id, changedAt } = await read();
    if (changedAt === before.changedAt) return false;
    if (id !== null) await endSessions(people, id);
    return true;
  };
}
