import type { People } from "./people-tables.ts";

/**
 * The oldest administrator, as long as not one administrator can sign in by a password: somebody who lost the first
 * link starts the server again and gets another.
 */
export async function findWaitingAdministrator(people: People): Promise<string | null> {
  const administrators = await people
    .selectFrom("member")
    .leftJoin("personAccount", (join) =>
      join.onRef("personAccount.userId", "=", "member.userId").on("personAccount.password", "is not", null),
    )
    .select(["member.userId", "personAccount.id as accountId"])
    .where("member.role", "=", "admin")
    .orderBy("member.createdAt")
    .orderBy("member.userId")
    .execute();
  if (administrators.some(({ accountId }) => accountId !== null)) return null;
  return administrators[0]?.userId ?? null;
}
