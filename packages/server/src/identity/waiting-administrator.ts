import type { People } from "./people-tables.ts";

/**
 * Returns the oldest administrator while no administrator can sign in, otherwise null. If the first link was lost,
 * restarting the server prints another one.
 */
export async function findWaitingAdministrator(people: People): Promise<string | null> {
  const administrators = await people
    .selectFrom("member")
    .leftJoin("personAccount", "personAccount.userId", "member.userId")
    .select(["member.userId", "personAccount.id as accountId"])
    .where("member.role", "=", "admin")
    .orderBy("member.createdAt")
    .orderBy("member.userId")
    .execute();
  if (administrators.some(({ accountId }) => accountId !== null)) return null;
  return administrators[0]?.userId ?? null;
}
