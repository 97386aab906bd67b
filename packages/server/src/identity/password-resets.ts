import { sql } from "kysely";
import { z } from "zod";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { emailSchema, hasPassword, passwordSchema, recordAccountChange, refuseFields } from "./account-setup.ts";
import { passwordChangedMail, reasonOf, resetMail, type AccountMailDeps } from "./account-mails.ts";
import type { People } from "./people-tables.ts";
import { consumeLink, consumeLinksOf, createLink, findLinkOwner, RESET_SECONDS, resetUrl } from "./sign-in-link.ts";

/** Per person. More mails help nobody, and somebody else could fill a mailbox with them. */
const MAX_OPEN_LINKS = 3;

const askSchema = z.object({ email: emailSchema });
const resetSchema = z.object({ token: z.string(), password: passwordSchema });

const tooOld = () => refuse("UNAUTHENTICATED", "This link has already been used or has expired. Ask for a new one.");

export interface PasswordResets {
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

export function createPasswordResets({ people, mail, baseUrl, log }: AccountMailDeps): PasswordResets {
  const running = new Set<Promise<void>>();

  /** Runs without the caller waiting for it. */
  function runLater(work: () => Promise<void>): void {
    const run = work()
      .catch((error: unknown) => log(`a mail about a password could not be sent: ${reasonOf(error)}`))
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
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
      if (mail) runLater(() => mail.send(passwordChangedMail({ to: done.value.email, baseUrl })));
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
  // Locked as in `createResetLink`, so that of two links one is used, and none is made meanwhile.
  const person = await transaction
    .selectFrom("person")
    .select(["name", "email"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if ((await consumeLink(transaction, token, "reset")) === null) return tooOld();
  await transaction
    .updateTable("personAccount")
    .set({ password: passwordHash, updatedAt: sql<Date>`now()` })
    .where("userId", "=", userId)
    .where("password", "is not", null)
    .execute();
  await consumeLinksOf(transaction, userId);
  await endSessions(transaction, userId);
  await recordAccountChange(transaction, { id: userId, name: person.name }, "member.password_reset");
  return ok({ email: person.email });
}

/** Ends every browser session of a person. */
const endSessions = async (people: People, userId: string): Promise<void> =>
  void (await sql`delete from person_session where user_id = ${userId}`.execute(people));

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
