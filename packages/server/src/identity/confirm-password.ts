import type { Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import type { People } from "./people-tables.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";

interface ConfirmPasswordDeps {
  people: People;
  attempts: SignInAttempts;
  verify(check: { hash: string; password: string }): Promise<boolean>;
}

/**
 * Asks a person who is signed in for their password once more, so that an open session alone does not suffice. Failures count
 * like those of a sign-in.
 */
export async function confirmPassword(
  { people, attempts, verify }: ConfirmPasswordDeps,
  by: Principal,
  { password, address }: { password: string; address: string | undefined },
): Promise<Result<null>> {
  const person = await people
    .selectFrom("personAccount")
    .innerJoin("person", "person.id", "personAccount.userId")
    .select(["person.email", "personAccount.password"])
    .where("person.id", "=", by.id)
    .where("personAccount.password", "is not", null)
    .executeTakeFirst();
  if (typeof person?.password !== "string")
    return refuse("FORBIDDEN", "This change requires your password. Set a password first.");
  const begun = await attempts.begin({ kind: "sign-in", account: person.email, address: address ?? "unknown" });
  if (!begun.ok) return begun;
  if (!(await verify({ hash: person.password, password })))
    return refuse("INVALID_INPUT", "The password is wrong.", {
      errors: [{ path: "/password", message: "is not your password" }],
    });
  await begun.value.succeeded();
  return ok(null);
}
