import type { People } from "./people-tables.ts";

/**
 * Returns the oldest administrator while no administrator has a password, otherwise null. If the first link was lost,
 * restarting the server prints another one.
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
