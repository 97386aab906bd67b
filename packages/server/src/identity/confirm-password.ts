import { ok, refuse, type Result } from "../core/refusal.ts";
import type { People } from "./people-tables.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";

interface GivenPassword {
  password: string;
  /** Network address of the person; undefined if unknown. */
  address: string | undefined;
  /** Name of the field that a refusal is about. */
  field?: string;
}

interface ConfirmPasswordDeps {
  people: People;
  attempts: SignInAttempts;
  verify(check: { hash: string; password: string }): Promise<boolean>;
}

/**
 * Checks the password of a person who is signed in, so that an open session alone does not suffice. Failures count like those of a
 * sign-in to the account, whatever cookie comes with them. Returns the stored hash.
 */
export async function confirmPassword(
  { people, attempts, verify }: ConfirmPasswordDeps,
  userId: string,
  { password, address, field = "password" }: GivenPassword,
): Promise<Result<{ hash: string }>> {
  const person = await people
    .selectFrom("personAccount")
    .innerJoin("person", "person.id", "personAccount.userId")
    .select(["person.email", "personAccount.password"])
    .where("person.id", "=", userId)
    .where("personAccount.password", "is not", null)
    .executeTakeFirst();
  if (typeof person?.password !== "string")
    return refuse("FORBIDDEN", "This change requires your password. Set a password first.");
  const begun = await attempts.begin({ kind: "sign-in", account: person.email, address: address ?? "unknown" });
  if (!begun.ok) return begun;
  if (!(await verify({ hash: person.password, password })))
    return refuse("INVALID_INPUT", "The password is wrong.", {
      errors: [{ path: `/${field}`, message: "is not your current password" }],
    });
  await begun.value.succeeded();
  return ok({ hash: person.password });
}
